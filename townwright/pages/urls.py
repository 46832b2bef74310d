"""Addresses that every page needs."""

from django.urls import path

from townwright.pages import views

app_name = "pages"
urlpatterns = [
    path("town.css", views.town_css, name="town-css"),
    path("desk/help/", views.help_page, name="help"),
    path("accessibility/", views.accessibility, name="accessibility"),
    path("on-paper/", views.on_paper, name="on-paper"),
]
