"""A town is bound before anything is touched, and nothing of another town can be."""

import threading
import uuid

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db import connection, connections, transaction

from townwright.office import storage
from townwright.office.staff.models import Account, Appointment
from townwright.office.storage.models import Record

pytestmark = pytest.mark.both_engines


def account(name: str = "avery") -> Account:
    return Account.objects.create_user(name, f"{name}@example.com", "a good password", name=name.title())


def appoint(who: Account) -> Appointment:
    return Appointment.objects.create(account=who, office="officer", title="Officer", begins="2026-01-01")


@pytest.fixture
def two(offices):
    """Chester with the account avery, and Sweden."""
    offices("chester", "sweden")
    with storage.bound_to("chester"):
        return account()


@pytest.fixture
def nothing_bound(django_db_setup, django_db_blocker):
    """There is an office, and no town is bound."""
    with django_db_blocker.unblock():
        yield


class TestUnbound:
    """While no town is bound, everything that would touch data says so."""

    @pytest.mark.parametrize(
        "touch",
        [
            lambda: Account.objects.count(),
            lambda: Account(username="nobody").save(),
            lambda: transaction.atomic().__enter__(),
            lambda: transaction.on_commit(lambda: None),
            lambda: connection.cursor(),
            lambda: connections["default"].cursor(),
            lambda: connections["chester"],
            lambda: storage.bound(),
            lambda: storage.office(),
            lambda: ContentType.objects.get_for_model(Group),
        ],
    )
    def test_touching_data_is_refused(self, nothing_bound, touch):
        with pytest.raises(storage.NoTown):
            touch()

    def test_there_is_no_bound_town_to_ask_for(self):
        assert storage.bound_or_none() is None

    def test_a_new_thread_is_unbound(self, nothing_bound):
        raised = []

        def count():
            try:
                Account.objects.count()
            except storage.NoTown as error:
                raised.append(error)

        with storage.bound_to("chester"):
            thread = threading.Thread(target=count)
            thread.start()
            thread.join()

        assert len(raised) == 1


class TestBound:
    """Django's own words act on the bound town."""

    def test_a_bare_atomic_block_takes_rows_back(self, two):
        with storage.bound_to("chester"):
            with pytest.raises(ZeroDivisionError), transaction.atomic():
                account("blake")
                1 / 0  # noqa: B018

            assert list(Account.objects.values_list("username", flat=True)) == ["avery"]

    def test_a_decorated_function_takes_rows_back(self, two):
        @transaction.atomic
        def fail():
            account("blake")
            raise ZeroDivisionError

        with storage.bound_to("chester"):
            with pytest.raises(ZeroDivisionError):
                fail()

            assert Account.objects.count() == 1

    def test_a_savepoint_takes_back_its_own_rows_alone(self, two):
        with storage.bound_to("chester"):
            with transaction.atomic():
                account("blake")
                with pytest.raises(ZeroDivisionError), transaction.atomic():
                    account("casey")
                    1 / 0  # noqa: B018

            assert set(Account.objects.values_list("username", flat=True)) == {"avery", "blake"}

    def test_on_commit_waits_for_the_towns_commit(self, two):
        done = []
        with storage.bound_to("chester"):
            with transaction.atomic():
                transaction.on_commit(lambda: done.append(storage.bound()))
                assert done == []
            assert done == ["chester"]

            with pytest.raises(ZeroDivisionError), transaction.atomic():
                transaction.on_commit(lambda: done.append("never"))
                1 / 0  # noqa: B018
            assert done == ["chester"]

    def test_rows_are_locked_in_the_towns_transaction(self, two):
        with storage.bound_to("chester"), transaction.atomic():
            assert Account.objects.select_for_update().get() == two

    def test_locking_outside_a_transaction_is_an_error_where_rows_can_be_locked(self, two):
        with storage.bound_to("chester"):
            if connection.features.has_select_for_update:
                with pytest.raises(transaction.TransactionManagementError):
                    Account.objects.select_for_update().get()

    def test_default_is_the_bound_towns_connection(self, two):
        with storage.bound_to("chester"):
            assert connections["default"] is connections["chester"]
            assert connection.alias == "chester"
        with storage.bound_to("sweden"):
            assert connection.alias == "sweden"
            assert not Account.objects.exists()

    def test_bindings_nest(self, two):
        with storage.bound_to("chester"):
            with storage.bound_to("sweden"):
                assert storage.bound() == "sweden"
                assert not Account.objects.exists()
            assert storage.bound() == "chester"
            assert Account.objects.exists()

    def test_turning_to_another_town_inside_a_transaction_is_refused(self, two):
        with storage.bound_to("chester"), transaction.atomic():
            with pytest.raises(RuntimeError, match="inside a transaction of 'chester'"):
                storage.bound_to("sweden").__enter__()
            with storage.bound_to("chester"):
                assert Account.objects.exists()

    @pytest.mark.parametrize("name", ["nowhere", "", "..", "chester/../sweden", "CHESTER", "template-1", "default"])
    def test_what_is_no_office_cannot_be_bound(self, nothing_bound, name):
        with pytest.raises(storage.UnknownTown):
            storage.bound_to(name).__enter__()

    def test_the_transaction_of_a_test_is_no_obstacle(self, office):
        storage.open_office("sweden", pack="chester", practice=True)
        try:
            with storage.bound_to("sweden"):
                assert not Account.objects.exists()
        finally:
            storage.discard_office("sweden")


class TestForeign:
    """Given a record of Chester, when Sweden is bound, then the record is refused."""

    def refused(self, touch) -> None:
        with storage.bound_to("sweden"), pytest.raises(storage.ForeignObject):
            touch()

    def test_saving(self, two):
        self.refused(two.save)

    def test_deleting(self, two):
        self.refused(two.delete)

    def test_reading_again(self, two):
        self.refused(two.refresh_from_db)

    def test_following_a_relation(self, two):
        self.refused(lambda: list(two.appointments.all()))

    def test_a_foreign_key(self, two):
        self.refused(lambda: appoint(two))

    def test_many_to_many(self, two):
        with storage.bound_to("chester"):
            group = Group.objects.create(name="clerks")
        with storage.bound_to("sweden"):
            here = account("blake")
        self.refused(lambda: here.groups.add(group))
        self.refused(lambda: two.groups.add(Group.objects.create(name="clerks")))

    def test_a_connection_by_name(self, two):
        self.refused(lambda: connections["chester"])
        self.refused(lambda: Account.objects.using("chester").count())

    def test_comparing_with_it_finds_nothing(self, two):
        with storage.bound_to("sweden"):
            appoint(account("avery"))

            assert not Appointment.objects.filter(account=two).exists()

    def test_nothing_was_written_on_the_way(self, two):
        self.test_a_foreign_key(two)
        self.test_saving(two)

        with storage.bound_to("sweden"):
            assert not Account.objects.exists()
            assert not Appointment.objects.exists()

    def test_content_types_are_each_towns_own(self, two):
        with storage.bound_to("chester"):
            chesters = ContentType.objects.get_for_model(Account)
        with storage.bound_to("sweden"):
            swedens = ContentType.objects.get_for_model(Account)
            assert (chesters._state.db, swedens._state.db) == ("chester", "sweden")


class TestKeys:
    """Keys of records are UUIDs of version 7."""

    def test_they_are_of_version_7_and_ascend(self):
        keys = [storage.uuid7() for _ in range(10_000)]

        assert keys == sorted(set(keys))
        assert {key.version for key in keys} == {7}
        assert {key.variant for key in keys} == {uuid.RFC_4122}

    def test_every_record_has_one(self):
        ours = [model for model in apps.get_models() if issubclass(model, Record)]

        assert len(ours) > 10
        assert all(model._meta.pk.default is storage.uuid7 for model in ours)
