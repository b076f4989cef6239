/** Keys as they are written: `g s` is two keys, `Mod+k` is Ctrl and K, or Command and K. */
export function Keys({ keys }: { readonly keys: string }) {
  const parts = keys.split(" ");
  return (
    <span>
      {parts.map((part, index) => (
        <span key={`${part}${String(index)}`}>
          {index > 0 && " then "}
          <kbd>{keyName(part)}</kbd>
        </span>
      ))}
    </span>
  );
}

function keyName(part: string): string {
  if (part.startsWith("Mod+")) {
    const key = part.slice(4);
    return `${isMac() ? "⌘" : "Ctrl"} ${key.length === 1 ? key.toUpperCase() : key}`;
  }
  return part === "Escape" ? "Esc" : part;
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
