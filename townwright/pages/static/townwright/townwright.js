/* Townwright: extras for a browser with JavaScript. Nothing here is needed to do any job of the office.
   1. "/" goes to Find, "?" to the help page; a button there turns both off.  2. data-confirm asks before an act is sent.
   3. data-sortable sorts a short table in place.  4. A form is sent once.  5. data-refresh reloads a running job.
   6. data-print shows a button that prints the page. */
"use strict";

(function () {
  const typing = (el) => el.closest("input, textarea, select, [contenteditable]") !== null;

  const keys = {
    off: function () { try { return window.localStorage.getItem("keys") === "off"; } catch { return false; } },
    set: function (value) { try { window.localStorage.setItem("keys", value); } catch { /* kept for this page only */ } },
  };

  const toggle = document.querySelector("button[data-keys]");
  if (toggle) {
    const say = function () { toggle.textContent = keys.off() ? "Turn the keys on" : "Turn the keys off"; };
    toggle.hidden = false;
    toggle.addEventListener("click", function () { keys.set(keys.off() ? "on" : "off"); say(); });
    say();
  }

  document.addEventListener("keydown", function (event) {
    if (keys.off()) return;
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "/") {
      const find = document.getElementById("find");
      if (find) { event.preventDefault(); find.focus(); find.select(); }
    } else if (event.key === "?") {
      const help = document.querySelector("a[data-help]");
      if (help) { event.preventDefault(); help.click(); }
    }
  });

  /* Asks with the page's own words; without <dialog> or JavaScript the act's page has asked already. */
  function ask(form, button) {
    const dialog = document.createElement("dialog");
    const words = document.createElement("p");
    words.id = "confirm-words";
    words.textContent = button.dataset.confirm;
    dialog.setAttribute("aria-labelledby", words.id);
    const acts = document.createElement("div");
    acts.className = "acts";
    const yes = document.createElement("button");
    yes.type = "button";
    yes.className = button.className;
    yes.textContent = button.textContent.trim();
    const no = document.createElement("button");
    no.type = "button";
    no.className = "btn";
    no.textContent = "Go back";
    acts.append(yes, no);
    dialog.append(words, acts);
    document.body.append(dialog);
    dialog.addEventListener("close", function () { dialog.remove(); button.focus(); });
    no.addEventListener("click", function () { dialog.close(); });
    yes.addEventListener("click", function () {
      button.dataset.confirmed = "yes";
      dialog.close();
      form.requestSubmit(button);
    });
    dialog.showModal();
    no.focus();
  }

  document.addEventListener("submit", function (event) {
    const form = event.target;
    const button = event.submitter;
    if (button && button.dataset.confirm && !button.dataset.confirmed && window.HTMLDialogElement) {
      event.preventDefault();
      ask(form, button);
      return;
    }
    if (form.method !== "post") return;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
  });

  /* A page that comes back from the browser's memory may be sent again: the server knows its key. */
  window.addEventListener("pageshow", function () {
    document.querySelectorAll("form[data-sent]").forEach(function (form) { delete form.dataset.sent; });
  });

  /* Sorts by the cell's data-v where it has one (a date, an amount), by its words otherwise. */
  function worth(row, at) {
    const cell = row.cells[at];
    return cell.dataset.v !== undefined ? cell.dataset.v : cell.textContent.trim();
  }

  document.querySelectorAll("table[data-sortable]").forEach(function (table) {
    const body = table.tBodies[0];
    table.querySelectorAll("thead th[data-by]").forEach(function (head) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", function () {
        const down = head.getAttribute("aria-sort") === "ascending";
        const number = head.dataset.by === "number";
        const rows = Array.from(body.rows);
        rows.sort(function (a, b) {
          const x = worth(a, head.cellIndex);
          const y = worth(b, head.cellIndex);
          const order = number ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true });
          return down ? -order : order;
        });
        table.querySelectorAll("thead th[aria-sort]").forEach(function (th) { th.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        body.append(...rows);
      });
    });
  });

  document.querySelectorAll("button[data-print]").forEach(function (button) {
    button.hidden = false;
    button.addEventListener("click", function () { window.print(); });
  });

  const running = document.querySelector("[data-refresh]");
  if (running) {
    window.setTimeout(function () { window.location.reload(); }, 1000 * Number(running.dataset.refresh));
  }

  const wrong = document.getElementById("errors");
  if (wrong) wrong.focus();
})();
