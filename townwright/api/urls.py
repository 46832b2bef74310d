"""Addresses of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from townwright.api.api import api

urlpatterns: list[URLPattern | URLResolver] = [path("", api.urls)]
