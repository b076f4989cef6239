/** Sends the page's form as JSON and says what came of it. Without it the form sends nothing: a password must never get into an address. */
export const formScript = `
(() => {
  const form = document.querySelector("form[data-call]");
  const note = document.querySelector("[role=status]");
  if (!form) return;
  const button = form.querySelector("button");
  const say = (text, tone) => { note.textContent = text; note.className = tone; };
  const sentence = (error) => {
    return error.replace(/^token: /, "This link ").replace(/^password: /, "The password ");
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { repeated, ...fields } = Object.fromEntries(new FormData(form));
    if (repeated !== undefined && repeated !== fields.password) return say("The two passwords differ.", "problem");
    const token = new URLSearchParams(location.search).get("token");
    if (token !== null && form.dataset.token !== undefined) fields.token = token;
    button.disabled = true;
    say("One moment …", "");
    try {
      const answer = await fetch(form.dataset.call, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(fields),
      });
      if (!answer.ok) return say(sentence((await answer.json()).error), "problem");
      if (form.dataset.next !== undefined) return location.assign(form.dataset.next);
      form.hidden = true;
      say(form.dataset.done, "good");
      document.querySelector("[data-after]")?.removeAttribute("hidden");
    } catch {
      say("The service cannot be reached. Please try again.", "problem");
    } finally {
      button.disabled = false;
    }
  });
})();
`;
