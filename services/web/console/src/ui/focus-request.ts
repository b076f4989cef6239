let requested = false;

/** After a navigation the next heading takes the focus, however late its screen is there. */
export function requestFocus(): void {
  requested = true;
}

export function takeFocusRequest(): boolean {
  const taken = requested;
  requested = false;
  return taken;
}
