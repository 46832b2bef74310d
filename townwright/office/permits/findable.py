"""How permits stand in Find: by every number, place, parcel key, and the names of their parties."""

from __future__ import annotations

from townwright.office.cases.models import Party
from townwright.office.find import port
from townwright.office.permits.models import Permit
from townwright.office.places import addresses

KIND = "permit"


def index_permit(permit: Permit) -> None:
    """Keeps a permit findable as it stands now."""
    case = permit.case
    parcels = [row.parcel for row in case.on_parcels.select_related("parcel")]
    names = [row.person.name for row in Party.objects.filter(case=case).select_related("person")]
    shown = list(dict.fromkeys([case.place, *names[:2]]))
    numbers = {permit.application_number, permit.number} - {""}
    port.index(
        [
            port.Findable(
                kind=KIND,
                object_id=permit.pk,
                title=str(case)[:200],
                line=", ".join(filter(None, shown)),
                number=permit.number,
                keys=frozenset(key for p in parcels for key in (p.print_key_folded, p.sbl_folded) if key),
                words=" ".join(
                    [
                        *numbers,
                        *names,
                        permit.work,
                        *(addresses.words(p.address) for p in parcels),
                        *(p.name for p in parcels),
                    ]
                ),
                parcel_id=parcels[0].pk if parcels else None,
                on=permit.issued_on or permit.received_on,
                public=True,
            )
        ]
    )
