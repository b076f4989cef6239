import { markup } from "../html.ts";
import { type TrackingDocument, trackingDocument } from "./document.ts";
import { brokenConnection, brokenLink } from "./icons.ts";
import type { Language } from "./languages.ts";
import { voiceIn } from "./voice.ts";

/** The same for a malformed and an unknown token and one of an inactive company; it does not repeat the token. */
export function notFoundPage(language: Language): TrackingDocument {
  const voice = voiceIn(language);
  const { heading, text } = voice.words.notFound;
  return trackingDocument(voice, {
    status: 404,
    title: heading,
    main: markup`<section class="card message">${brokenLink()}<h1>${heading}</h1><p>${text}</p></section>`,
    footer: null,
    live: null,
  });
}

/** The read API does not answer. With a script the page comes back by itself. */
export function unavailablePage(language: Language): TrackingDocument {
  const voice = voiceIn(language);
  const { heading, text, retry } = voice.words.unavailable;
  return trackingDocument(voice, {
    status: 503,
    title: heading,
    main: markup`<section class="card message">${brokenConnection()}<h1>${heading}</h1><p>${text}</p>
<p><a class="button" href="">${retry}</a></p></section>`,
    footer: null,
    live: { etag: null, final: false, firstCheckSeconds: 15 },
  });
}
