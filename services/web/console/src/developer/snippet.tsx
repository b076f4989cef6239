import { CopyButton } from "../ui/index.ts";
import classes from "./developer.module.css";

export function Snippet({ name, code }: { readonly name: string; readonly code: string }) {
  return (
    <figure className={classes.snippet}>
      <figcaption>
        {name} <CopyButton value={code} label={`Copy the ${name} example`} />
      </figcaption>
      {/* what is wider than the page has to be reachable by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} className="st-mono">
        {code}
      </pre>
    </figure>
  );
}
