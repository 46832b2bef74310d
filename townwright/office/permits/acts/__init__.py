"""Every act on a building permit, from the application to its end. Each module declares those of one stretch."""

from townwright.office.permits.acts.applying import Submit, submit
from townwright.office.permits.acts.changing import Amend, ApplyAmendment, DecideChange, ReportChange
from townwright.office.permits.acts.enforcing import FindGround, Lift, Revoke, Show, Suspend
from townwright.office.permits.acts.issuing import Commence, Disapprove, Issue, Withdraw
from townwright.office.permits.acts.links import Ask, SendDraftLink, SendLink, ShareLink
from townwright.office.permits.acts.parties import Assign, ChangeParties
from townwright.office.permits.acts.renewing import ApplyRenewal, Renew
from townwright.office.permits.acts.requesting import Answer, RequestChanges, Resubmit
from townwright.office.permits.acts.reviewing import AcceptDocuments, Examine, Review

__all__ = [
    "AcceptDocuments",
    "Amend",
    "Answer",
    "ApplyAmendment",
    "ApplyRenewal",
    "Ask",
    "Assign",
    "ChangeParties",
    "Commence",
    "DecideChange",
    "Disapprove",
    "Examine",
    "FindGround",
    "Issue",
    "Lift",
    "Renew",
    "ReportChange",
    "RequestChanges",
    "Resubmit",
    "Review",
    "Revoke",
    "SendDraftLink",
    "SendLink",
    "ShareLink",
    "Show",
    "Submit",
    "Suspend",
    "Withdraw",
    "submit",
]
