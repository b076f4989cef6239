import { createHash } from "node:crypto";

/** The only style sheet, inlined: a page is one request, and the content security policy knows it by its hash. */
export const style = `
:root{color-scheme:light dark;--ink:#16202b;--soft:#566373;--line:#d8dfe6;--paper:#fff;--ground:#f3f6f8;--accent:#0b5cad;
--neutral:#566373;--moving:#0b5cad;--good:#17713a;--problem:#a8480a}
@media (prefers-color-scheme:dark){:root{--ink:#e7edf3;--soft:#a3b0be;--line:#33404d;--paper:#1a222b;--ground:#11171d;--accent:#7cb8f5;
--neutral:#a3b0be;--moving:#7cb8f5;--good:#6fce91;--problem:#f2a765}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:44rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:1.5rem;color:var(--soft);font-size:.9rem;font-weight:600}
footer{padding-bottom:2.5rem;color:var(--soft);font-size:.875rem}
.card{background:var(--paper);border:1px solid var(--line);border-radius:.75rem;padding:1.5rem;margin:1rem 0}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .75rem}
h2{font-size:1.1rem;margin:0 0 .75rem}
p{margin:.5rem 0}
a{color:var(--accent)}
.status{display:flex;gap:.6rem;align-items:baseline;margin:0;font-size:1.1rem}
.status strong{white-space:nowrap}
.neutral{color:var(--neutral)}.moving{color:var(--moving)}.good{color:var(--good)}.problem{color:var(--problem)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.25rem;margin:1rem 0 0}
dt{color:var(--soft)}dd{margin:0}
ol{list-style:none;margin:0;padding:0}
li{border-left:2px solid var(--line);padding:0 0 1.1rem 1.1rem;position:relative}
li:last-child{padding-bottom:0}
li::before{content:"";position:absolute;left:-.45rem;top:.4rem;width:.75rem;height:.75rem;border-radius:50%;background:var(--line)}
ol.latest>li:first-child::before{background:var(--accent)}
li b{display:block}
.when{color:var(--soft);font-size:.9rem}
details{margin-top:1.1rem}summary{cursor:pointer;color:var(--accent);margin-bottom:1rem}
form{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;max-width:24rem}
form p{margin:-.5rem 0 0}
label{display:grid;grid-template-columns:minmax(0,1fr);gap:.3rem;font-weight:600}
input,select{font:inherit;padding:.55rem .7rem;color:inherit;background:var(--ground);border:1px solid var(--soft);border-radius:.5rem}
button{font:inherit;font-weight:600;padding:.6rem 1rem;color:var(--paper);background:var(--accent);border:0;border-radius:.5rem;cursor:pointer}
button:disabled{opacity:.6}
[hidden]{display:none}
pre{background:var(--ground);border:1px solid var(--line);border-radius:.5rem;padding:.9rem 1rem;overflow-x:auto;font:.85rem/1.5 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media (max-width:26rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}.status{display:block}}
@media print{body{background:#fff;color:#000}.card{border-color:#999}}
`;

/** Source expression of the style sheet for `style-src`. */
export const styleSource = `'sha256-${createHash("sha256").update(style, "utf8").digest("base64")}'`;
