"""Django's name for this app."""

from django.apps import AppConfig


class CertificatesConfig(AppConfig):
    name = "townwright.office.certificates"
    label = "certificates"
