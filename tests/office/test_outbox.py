"""The outbox: a message is written with its act and sent after it; a mail server that is down loses nothing."""

from __future__ import annotations

import smtplib
from collections.abc import Callable
from datetime import UTC, date, datetime
from email import message_from_bytes
from email.message import Message as Mail
from email.policy import default
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction

from townwright.law.findings import Decision
from townwright.office import clock, jobs, storage
from townwright.office.outbox import acts as outbox
from townwright.office.outbox.models import Message
from townwright.office.register.actors import SYSTEM
from townwright.office.register.acts import Doing

pytestmark = [pytest.mark.usefixtures("office"), pytest.mark.both_engines]


@pytest.fixture
def doing(at: Callable[[str], datetime]) -> Doing[Any]:
    instant = at("2026-11-17 09:00")
    return Doing("permit.request_changes", SYSTEM, date(2026, 11, 17), instant, 7, Decision("x", date(2026, 11, 17)))


def send(doing: Doing[Any], **more: str) -> Message:
    return outbox.send(
        doing, to_name="Marisol Brandt", subject="Your application", text="Two things are missing.", **more
    )


def mails() -> list[Mail]:
    folder = storage.office().folder / "mail"
    return [message_from_bytes(path.read_bytes(), policy=default) for path in sorted(folder.glob("*.eml"))]


def test_without_a_mail_server_mail_lies_in_a_folder_to_read(doing: Doing[Any]) -> None:
    message = send(doing, email="m.brandt@example.org")
    assert doing.messages == [{"id": message.id, "way": "email", "subject": "Your application"}]
    assert mails() == []
    assert outbox.deliver() == 1
    (mail,) = mails()
    assert mail["To"] == "Marisol Brandt <m.brandt@example.org>"
    assert "Two things are missing." in mail.get_content()
    message.refresh_from_db()
    assert (message.state, message.sent_at) == ("sent", clock.now())
    assert outbox.deliver() == 0


def test_without_an_address_it_is_a_letter_to_post(doing: Doing[Any]) -> None:
    message = send(doing, postal="38 Lakeside Terrace\nChester, NY")
    assert (message.way, outbox.deliver(), message.state) == ("letter", 0, "waiting")


def test_a_rolled_back_act_sends_nothing(doing: Doing[Any]) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        send(doing, email="m.brandt@example.org")
        raise RuntimeError
    assert outbox.deliver() == 0


@pytest.mark.parametrize("trouble", [ConnectionRefusedError(111, "refused"), smtplib.SMTPServerDisconnected("gone")])
def test_a_mail_server_that_is_down_is_tried_again_later(
    doing: Doing[Any], at: Callable[[str], datetime], trouble: Exception
) -> None:
    message = send(doing, email="m.brandt@example.org")
    with patch.object(outbox, "_deliver", side_effect=trouble):
        assert outbox.deliver() == 0
        message.refresh_from_db()
        assert (message.state, message.tries) == ("waiting", 1)
        assert type(trouble).__name__ in message.trouble
        assert message.next_try == datetime(2026, 11, 17, 14, 1, tzinfo=UTC)
        assert outbox.deliver() == 0
    at("2026-11-17 09:01")
    assert outbox.deliver() == 1
    message.refresh_from_db()
    assert (message.state, message.trouble) == ("sent", "")


def test_after_the_last_try_it_stays_as_failed(doing: Doing[Any], at: Callable[[str], datetime]) -> None:
    message = send(doing, email="m.brandt@example.org")
    with patch.object(outbox, "_deliver", side_effect=OSError("no route")):
        for day in range(18, 18 + len(outbox.WAITS) + 1):
            at(f"2026-11-{day} 09:00")
            outbox.deliver()
    message.refresh_from_db()
    assert (message.state, message.tries) == ("failed", len(outbox.WAITS) + 1)


def test_with_a_mail_server_it_goes_out_by_smtp(doing: Doing[Any], settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    send(doing, email="m.brandt@example.org")
    with patch("django.core.mail.backends.smtp.EmailBackend.send_messages", return_value=1) as sent:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        assert outbox.deliver() == 1
    (mail,) = sent.call_args.args[0]
    assert mail.to == ["Marisol Brandt <m.brandt@example.org>"]


def test_the_jobs_deliver_and_one_sick_sweep_does_not_stop_the_next_office(doing: Doing[Any]) -> None:
    send(doing, email="m.brandt@example.org")
    assert outbox.deliver in jobs._sweeps
    with patch.object(jobs, "_sweeps", [outbox.deliver]):
        assert jobs.round_of_offices() == 0
    assert len(mails()) == 1
    with patch.object(jobs, "_sweeps", [lambda: 1 / 0]):
        assert jobs.round_of_offices() == 1
