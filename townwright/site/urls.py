"""Addresses within a town; TownMiddleware has taken its name off the front."""

from django.urls import include, path

urlpatterns = [
    path("", include("townwright.counter.urls")),
    path("desk/", include("townwright.desk.urls")),
    path("", include("townwright.pages.urls")),
    path("api/v1/", include("townwright.api.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
]

handler400 = "townwright.site.pages.bad_request"
handler403 = "townwright.site.pages.forbidden"
handler404 = "townwright.site.pages.not_found"
handler500 = "townwright.site.pages.failed"
