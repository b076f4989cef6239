const reloadedAt = "console.reloaded-at";

/**
 * After an update of the service the files of the old console are gone: a page that is still open cannot load a screen that it has not loaded yet.
 * Loading the page anew helps; once, for a file may be missing for another reason.
 */
export function reloadOnceForNewCode(): void {
  globalThis.addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
    if (Date.now() - last < 60_000) return;
    event.preventDefault();
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    globalThis.location.reload();
  });
}
