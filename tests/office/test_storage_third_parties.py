"""Libraries that know nothing of towns stay in theirs: sign-in, sessions, second factor, lock-out, jobs,
cache.
"""

import re

import pytest
from allauth.account.models import EmailAddress, get_emailconfirmation_model
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from townwright.office import clock, storage
from townwright.office.staff.models import Account

pytestmark = pytest.mark.both_engines

PASSWORD = "the lamp is lit at nine"


@task()
def note(words: str) -> str:
    """A job."""
    return f"{storage.bound()}: {words}"


@pytest.fixture
def towns(offices):
    """Chester and Sweden, each with a clerk ``avery`` whose password is the same."""
    offices("chester", "sweden")
    made = {}
    for slug in storage.slugs():
        with storage.bound_to(slug):
            made[slug] = Account.objects.create_user("avery", "avery@example.com", PASSWORD, name=slug)
    return made


def sign_in(client: Client, town: str, password: str = PASSWORD) -> int:
    return client.post(f"/{town}/accounts/login/", {"login": "avery", "password": password}).status_code


def signed_in(client: Client, town: str) -> bool:
    """Whether the town takes the client for somebody: its page of passwords is for those alone."""
    return client.get(f"/{town}/accounts/password/change/").status_code == 200


class TestSignIn:
    def test_its_cookies_are_for_the_towns_addresses_alone(self, towns):
        client = Client()
        client.get("/chester/accounts/login/")
        sign_in(client, "chester")

        assert {"csrftoken", "sessionid"} <= set(client.cookies)
        assert {cookie["path"] for cookie in client.cookies.values()} == {"/chester/"}

    def test_a_session_forced_on_another_town_is_nobody_there(self, towns):
        client = Client()  # it sends every cookie everywhere, which no browser does

        assert sign_in(client, "chester") == 302

        assert signed_in(client, "chester")
        assert not signed_in(client, "sweden")

    def test_its_row_lies_with_the_town(self, towns):
        sign_in(Client(), "chester")

        with storage.bound_to("chester"):
            assert Session.objects.count() == 1
        with storage.bound_to("sweden"):
            assert Session.objects.count() == 0

    def test_signing_out_leaves_the_other_town(self, towns):
        chester, sweden = Client(), Client()
        sign_in(chester, "chester")
        sign_in(sweden, "sweden")

        chester.post("/chester/accounts/logout/")

        assert not signed_in(chester, "chester")
        assert signed_in(sweden, "sweden")

    def test_a_form_without_its_token_is_refused_in_words(self, towns):
        client = Client(enforce_csrf_checks=True)

        answer = client.post("/chester/accounts/login/", {"login": "avery", "password": PASSWORD})

        assert answer.status_code == 403
        assert "The form has grown old" in answer.content.decode()

    def test_one_towns_lock_out_does_not_lock_the_other(self, towns, settings):
        settings.AXES_FAILURE_LIMIT = 3
        client = Client()

        answers = [sign_in(client, "chester", "wrong") for _ in range(4)]

        assert answers[:2] == [200, 200]
        assert answers[-1] in (403, 429)
        assert sign_in(Client(), "chester") in (403, 429)
        assert sign_in(Client(), "sweden") == 302


class TestLetters:
    """Links that are sent by mail work in their town alone."""

    def test_a_password_reset(self, towns):
        Client().post("/chester/accounts/password/reset/", {"email": "avery@example.com"})
        (link,) = re.findall(r"https?://\S+", mail.outbox[-1].body)
        path = re.sub(r"https?://[^/]+", "", link)
        assert path.startswith("/chester/accounts/password/reset/key/")

        there = Client().get(path.replace("/chester/", "/sweden/"), follow=True)
        here = Client().get(path, follow=True)

        assert there.context["token_fail"] is True
        assert not here.context.get("token_fail")
        assert here.status_code == 200

    def test_a_confirmation_of_an_address(self, towns):
        keys = {}
        for slug, person in towns.items():
            with storage.bound_to(slug):
                address = EmailAddress.objects.create(user=person, email=person.email, primary=True)
                sent = get_emailconfirmation_model().create(address)
                sent.sent = clock.now()
                sent.save()
                keys[slug] = sent.key

        Client().post(f"/sweden/accounts/confirm-email/{keys['chester']}/")
        with storage.bound_to("sweden"):
            assert not EmailAddress.objects.get().verified

        Client().post(f"/chester/accounts/confirm-email/{keys['chester']}/")
        with storage.bound_to("chester"):
            assert EmailAddress.objects.get().verified


class TestSecondFactor:
    def test_half_made_it_goes_with_the_transaction(self, towns):
        with storage.bound_to("chester"):
            with pytest.raises(ZeroDivisionError), transaction.atomic():
                TOTP.activate(towns["chester"], "JBSWY3DPEHPK3PXP")
                assert Authenticator.objects.exists()
                1 / 0  # noqa: B018

            assert not Authenticator.objects.exists()

    def test_it_is_asked_for_in_its_town_alone(self, towns):
        with storage.bound_to("chester"):
            TOTP.activate(towns["chester"], "JBSWY3DPEHPK3PXP")

        chester, sweden = Client(), Client()
        sign_in(chester, "chester")
        sign_in(sweden, "sweden")

        assert not signed_in(chester, "chester")
        assert signed_in(sweden, "sweden")


class TestJobs:
    def test_a_job_goes_with_the_transaction(self, towns):
        with storage.bound_to("chester"):
            with pytest.raises(ZeroDivisionError), transaction.atomic():
                note.enqueue("lost")
                1 / 0  # noqa: B018
            assert DBTaskResult.objects.count() == 0

            with transaction.atomic():
                note.enqueue("kept")
            assert DBTaskResult.objects.ready().count() == 1

        with storage.bound_to("sweden"):
            assert DBTaskResult.objects.count() == 0


class TestCache:
    def test_what_one_town_keeps_the_other_does_not_find(self, towns):
        with storage.bound_to("chester"):
            cache.set("head", "of Chester")
        with storage.bound_to("sweden"):
            assert cache.get("head") is None
        assert cache.get("head") is None
        with storage.bound_to("chester"):
            assert cache.get("head") == "of Chester"
            cache.clear()
