"""Putting messages in the outbox with an act, sending what waits after the act has committed, and posting letters.

Mail goes by SMTP where the office has set it, else into a folder of readable files in the office's data folder. A mail
server that is down keeps nothing from being done: the message waits, is tried again, and the page says so.
"""

from __future__ import annotations

import smtplib
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import Q, QuerySet
from pydantic import Field

from townwright.office import clock, jobs, storage
from townwright.office.outbox.models import Message
from townwright.office.register.acts import Act, Doing, act
from townwright.office.register.errors import InputError

#: Minutes to wait before the next try; after the last one the message stays failed until somebody sends it again.
WAITS = (1, 5, 15, 60, 240, 720)


def send(
    doing: Doing[Any],
    *,
    to_name: str,
    email: str = "",
    postal: str = "",
    subject: str,
    text: str,
    case_id: UUID | None = None,
    files: list[str] | None = None,
) -> Message:
    """Puts a message in the outbox of an act: by e-mail where there is an address, else as a letter to post."""
    message = Message.objects.create(
        way=Message.Way.EMAIL if email else Message.Way.LETTER,
        to_name=to_name,
        to_address=email or postal,
        subject=subject,
        text=text,
        case_id=case_id,
        entry_seq=doing.seq,
        made_at=doing.at,
        files=files or [],
    )
    doing.message(id=message.id, way=message.way, subject=subject)
    return message


class PostLetters(Act):
    """The letters that went to the post."""

    letters: list[UUID] = Field(title="Letters", min_length=1)


@act("letter.post", title="Note that letters were posted")
def post_letters(doing: Doing[Message], given: PostLetters) -> None:
    """Notes which of the letters that wait were posted. That a letter was posted is no proof that it was received."""
    wanted = set(given.letters)
    found = list(to_post().filter(pk__in=wanted))
    if len(found) != len(wanted):
        raise InputError({"letters": "Not all of these wait to be posted. Look at the list again."})
    for message in found:
        message.state, message.sent_at = Message.State.SENT, doing.at
        message.save(update_fields=["state", "sent_at"])
        if message.case_id is not None:
            doing.touch(case=message.case_id)
    doing.made(found[0])
    doing.changed({}, {"letters": [message.pk for message in found]})
    doing.say(f"Posted: {'; '.join(f'{message.subject} to {message.to_name}' for message in found)}")


def to_post() -> QuerySet[Message]:
    """Letters that wait to be posted, the oldest first."""
    return Message.objects.filter(way=Message.Way.LETTER, state=Message.State.WAITING)


def waiting() -> list[Message]:
    """E-mails that are due to be sent now."""
    due = Q(next_try=None) | Q(next_try__lte=clock.now())
    return list(Message.objects.filter(due, way=Message.Way.EMAIL, state=Message.State.WAITING)[:100])


@jobs.sweep
def deliver() -> int:
    """Sends what is due; answers how many went out. Never raises for a mail server's sake."""
    sent = 0
    for message in waiting():
        try:
            _deliver(message)
        except (OSError, smtplib.SMTPException) as error:
            _failed(message, error)
        else:
            message.state, message.sent_at, message.trouble = Message.State.SENT, clock.now(), ""
            sent += 1
        message.save()
    return sent


def _failed(message: Message, error: Exception) -> None:
    message.trouble = f"{type(error).__name__}: {error}"[:300]
    if message.tries < len(WAITS):
        message.next_try = clock.now() + timedelta(minutes=WAITS[message.tries])
    else:
        message.state = Message.State.FAILED
    message.tries += 1


def _deliver(message: Message) -> None:
    if settings.EMAIL_HOST:
        mail = EmailMultiAlternatives(
            message.subject,
            message.text,
            settings.DEFAULT_FROM_EMAIL,
            [f"{message.to_name} <{message.to_address}>"],
            connection=get_connection(fail_silently=False),
            headers={"X-Townwright-Message": str(message.id)},
        )
        mail.send()
        return
    letter = EmailMessage(policy=SMTP)
    letter["Subject"], letter["To"] = message.subject, f"{message.to_name} <{message.to_address}>"
    letter["From"], letter["X-Townwright-Message"] = settings.DEFAULT_FROM_EMAIL, str(message.id)
    letter["Date"] = clock.local(message.made_at)
    letter.set_content(message.text)
    folder = storage.office().folder / "mail"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{clock.local(message.made_at):%Y%m%d-%H%M%S}-{str(message.id)[-8:]}.eml").write_bytes(letter.as_bytes())
