"""The site: a request is bound to its town until its last byte, and every refusal is a page a person can
read.
"""

import io
import logging

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path, reverse

from townwright.office import storage
from townwright.office.staff.models import Account
from townwright.site import urls
from townwright.site.secret_key import secret_key


def stream(request):
    """A page that is read after the view has returned."""
    return StreamingHttpResponse(f"{storage.bound()} {Account.objects.count()}\n" for _ in range(2))


def where(request):
    return HttpResponse(f"{storage.bound()} {request.path} {reverse('where')}")


def broken(request):
    raise ZeroDivisionError


def cookie(request):
    answer = HttpResponse("ok")
    answer.set_cookie("here", "1")
    answer.set_cookie("there", "1", path="/elsewhere/")
    return answer


urlpatterns = [
    path("stream", stream),
    path("where", where, name="where"),
    path("broken", broken),
    path("cookie", cookie),
    path("", include(urls)),
]
handler400, handler403, handler404, handler500 = (
    urls.handler400,
    urls.handler403,
    urls.handler404,
    urls.handler500,
)


@pytest.fixture
def towns(offices, settings):
    """Chester with an account and Sweden without, on a site that has the pages above."""
    settings.ROOT_URLCONF = __name__
    offices("chester", "sweden")
    with storage.bound_to("chester"):
        Account.objects.create(username="avery")


class TestTowns:
    def test_the_front_page_lists_them(self, towns):
        answer = Client().get("/")

        assert answer.status_code == 200
        assert '<a href="/chester/">' in answer.content.decode()
        assert '<a href="/sweden/">' in answer.content.decode()

    def test_with_none_it_says_how_one_is_opened(self, offices):
        assert "townwright town open" in Client().get("/").content.decode()

    def test_a_request_is_mounted_at_its_town(self, towns):
        assert Client().get("/chester/where").content == b"chester /chester/where /chester/where"
        assert Client().get("/sweden/where").content == b"sweden /sweden/where /sweden/where"

    def test_the_bare_name_leads_to_its_start(self, towns):
        answer = Client().get("/chester")

        assert (answer.status_code, answer["Location"]) == (302, "/chester/")

    @pytest.mark.parametrize("address", ["/nowhere/", "/nowhere", "/../chester/", "/Chester/", "/template-1/", "/%00/"])
    def test_what_is_no_town_is_told_which_there_are(self, towns, address):
        answer = Client().get(address)

        assert answer.status_code == 404
        assert '<a href="/chester/">' in answer.content.decode()

    def test_one_that_is_opened_while_we_run_is_served_and_one_that_is_gone_is_not(self, towns, offices):
        assert Client().get("/cortlandt/where").status_code == 404

        offices("cortlandt")
        assert Client().get("/cortlandt/where").status_code == 200

        storage.discard_office("cortlandt")
        assert Client().get("/cortlandt/where").status_code == 404

    def test_a_stream_is_read_in_its_town(self, towns):
        chester = Client().get("/chester/stream")
        sweden = Client().get("/sweden/stream")

        chunks = zip(chester.streaming_content, sweden.streaming_content, strict=True)

        assert list(chunks) == [(b"chester 1\n", b"sweden 0\n")] * 2
        assert storage.bound_or_none() is None

    def test_a_cookie_is_for_the_towns_addresses(self, towns):
        cookies = Client().get("/chester/cookie").cookies

        assert cookies["here"]["path"] == "/chester/"
        assert cookies["there"]["path"] == "/elsewhere/"

    def test_a_host_name_of_its_own_serves_a_town_at_the_root(self, towns, settings):
        settings.TOWN_HOSTS = {"codes.chester.example": "chester"}

        client = Client(headers={"host": "codes.chester.example:8000"})

        assert client.get("/where").content == b"chester /where /where"
        assert client.get("/cookie").cookies["here"]["path"] == "/"
        assert client.get("/sweden/where").status_code == 404

    def test_a_monitor_is_answered_without_a_town(self, offices):
        assert Client().get("/health").content == b"ok"
        assert Client().get("/favicon.ico").status_code == 404


class TestRefusals:
    @pytest.mark.parametrize(
        ("address", "status", "words"),
        [
            ("/chester/nothing", 404, "There is no such page"),
            ("/chester/broken", 500, "nothing was left half done"),
        ],
    )
    def test_they_are_said_in_words(self, towns, address, status, words):
        logging.disable(logging.ERROR)
        try:
            answer = Client(raise_request_exception=False).get(address)
        finally:
            logging.disable(logging.NOTSET)

        assert answer.status_code == status
        assert words in answer.content.decode()

    def test_a_host_that_is_not_ours_is_refused(self, towns, settings):
        settings.ALLOWED_HOSTS = ["codes.example"]
        logging.disable(logging.ERROR)
        try:
            answer = Client(headers={"host": "elsewhere.example"}).get("/chester/")
        finally:
            logging.disable(logging.NOTSET)

        assert answer.status_code == 400
        assert "We could not read that" in answer.content.decode()

    def test_too_much_is_read_out_and_refused(self, towns, settings):
        """Given an upload over the limit, then a page says the limit, and the connection is not cut in the
        middle.
        """
        settings.UPLOAD_LIMIT = 1000
        body = io.BytesIO(b"x" * 5000)

        answer = Client().post("/chester/where", {"plan": body})

        assert answer.status_code == 413
        assert "1000" in answer.content.decode()
        assert "what you had saved before is still there" in answer.content.decode()
        assert '<a href="/chester/where">Go back to the page that you came from</a>' in answer.content.decode()
        assert body.tell() == 5000

    def test_a_length_that_is_none_is_left_to_django(self, towns):
        assert Client().get("/chester/where", CONTENT_LENGTH="many").status_code == 200

    def test_no_script_or_style_may_stand_in_a_page(self, towns):
        policy = Client().get("/")["Content-Security-Policy"]

        assert "script-src 'self'" in policy
        assert "style-src 'self'" in policy
        assert "unsafe" not in policy
        assert Client().get("/chester/nothing")["Content-Security-Policy"] == policy

    def test_the_remaining_pages_are_whole(self, rf: RequestFactory):
        from townwright.site import pages

        assert b"We could not read that" in pages.bad_request(rf.get("/")).content
        assert b"You may not open this" in pages.forbidden(rf.get("/")).content


class TestSecretKey:
    def test_it_is_made_once_and_kept_for_us_alone(self, tmp_path):
        folder = tmp_path / "new"

        first, second = secret_key(folder), secret_key(folder)

        assert first == second
        assert len(first) >= 64
        assert (folder / "secret_key").stat().st_mode & 0o077 == 0
        assert [entry.name for entry in folder.iterdir()] == ["secret_key"]

    def test_of_two_that_start_at_once_one_wins(self, tmp_path, monkeypatch):
        """Given another process that made the key after we looked, then its key is ours."""
        (tmp_path / "secret_key").write_text("theirs")
        monkeypatch.setattr("pathlib.Path.exists", lambda path: False)

        assert secret_key(tmp_path) == "theirs"
