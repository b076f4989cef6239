import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { CopyButton } from "../ui/index.ts";
import type { Shipment } from "./shipment.ts";
import classes from "./shipment.module.css";
import type { Sharing, TrackingLink } from "./use-tracking-link.ts";

/** The recipient's link, and the page behind it as the recipient has it. */
export function ShareCard({
  shipment,
  sharing,
}: {
  readonly shipment: Shipment;
  readonly sharing: Sharing;
}) {
  const { link } = sharing;
  return (
    <section className={classes.section} aria-label="Share">
      <h2>Recipient</h2>
      {link === null ? (
        <>
          <p className={classes.muted}>
            {shipment.shared
              ? "There is a tracking link. Whoever has it sees the way of this shipment, without signing in."
              : "No tracking link yet. Whoever has it will see the way of this shipment, without signing in."}
          </p>
          <Button
            variant="default"
            loading={sharing.isPending}
            onClick={() => sharing.share(!shipment.shared)}
          >
            {shipment.shared ? "Show the link" : "Create and copy the link"}
          </Button>
        </>
      ) : (
        <Shared link={link} version={shipment.version} />
      )}
    </section>
  );
}

function Shared({ link, version }: { readonly link: TrackingLink; readonly version: number }) {
  const [language, setLanguage] = useState("en");
  const [again, setAgain] = useState(0);
  return (
    <>
      <p className={classes.link}>
        <a href={link.trackingUrl} target="_blank" rel="noreferrer">
          {link.trackingUrl}
        </a>
        <CopyButton value={link.trackingUrl} label="Copy the tracking link" />
      </p>
      <div className={classes.frameBar}>
        <Select
          label="Language of the preview"
          data={languages}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          value={language}
          onChange={(value) => setLanguage(value ?? "en")}
        />
        <Button variant="default" onClick={() => setAgain(again + 1)}>
          Load again
        </Button>
      </div>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page; it refreshes itself from this origin */}
      <iframe
        // the page is read anew after each change
        key={`${language} ${String(version)} ${String(again)}`}
        className={classes.frame}
        title="What the recipient sees"
        src={`/track/${encodeURIComponent(link.trackingToken)}?lang=${language}`}
      />
    </>
  );
}

const languages = [
  { value: "en", label: "English" },
  { value: "es", label: "Español" },
  { value: "de", label: "Deutsch" },
  { value: "fr", label: "Français" },
  { value: "it", label: "Italiano" },
  { value: "pl", label: "Polski" },
  { value: "pt-BR", label: "Português (Brasil)" },
];
