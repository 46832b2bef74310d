"""Addresses that every page needs."""

from django.urls import path

from townwright.pages import views

app_name = "pages"
urlpatterns = [path("town.css", views.town_css, name="town-css")]
