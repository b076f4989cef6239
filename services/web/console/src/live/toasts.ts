import type { ReactNode } from "react";

export interface Toast {
  readonly id: number;
  readonly text: ReactNode;
  readonly tone: "plain" | "bad";
  readonly action: ToastAction | null;
}

interface ToastAction {
  readonly label: string;
  run(): void;
}

const shownMs = 6_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says something in the corner for six seconds; with an action for ten. */
export function say(
  text: ReactNode,
  { tone = "plain", action = null }: Partial<Pick<Toast, "tone" | "action">> = {},
): void {
  lastId += 1;
  const id = lastId;
  set([...toasts.slice(-3), { id, text, tone, action }]);
  setTimeout(() => hide(id), action === null ? shownMs : shownMs + 4_000);
}

export function hide(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export const toastStore = {
  read: (): readonly Toast[] => toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
