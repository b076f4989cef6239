type Listener = () => void;

const listeners = new Set<Listener>();

/** Told when the service says that nobody is signed in any more: by an answer, or by the stream. */
export const signedOut = {
  tell(): void {
    for (const listener of listeners) listener();
  },
  listen(listener: Listener): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
