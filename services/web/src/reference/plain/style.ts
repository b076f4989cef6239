import { createHash } from "node:crypto";

/** The only style sheet of the plain reference; the content security policy knows it by its hash. */
export const referenceStyle = `
:root{color-scheme:light dark;--ink:#16202b;--soft:#566373;--line:#d8dfe6;--paper:#fff;--ground:#f5f7f9;--accent:#0b5cad;--get:#0b5cad;--post:#17713a;--patch:#8a5000;--delete:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e7edf3;--soft:#a3b0be;--line:#33404d;--paper:#141b22;--ground:#1c252e;--accent:#7cb8f5;--get:#7cb8f5;--post:#6fce91;--patch:#f2b765;--delete:#ff9a90}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:.9375rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-100rem}.skip:focus{left:1rem;top:.5rem;background:var(--paper);padding:.25rem .5rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 2rem;align-items:baseline;padding:.75rem 1.25rem;border-bottom:1px solid var(--line)}
header p{margin:0;font-weight:650}
header ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;margin:0;padding:0}
header a{color:var(--soft);text-decoration:none}header a:hover{text-decoration:underline}header a[aria-current]{color:var(--ink);font-weight:600;text-decoration:underline;text-decoration-color:var(--accent);text-decoration-thickness:2px;text-underline-offset:.4em}
main{padding:1.25rem;max-width:86rem;min-width:0}
.contents{padding:.75rem 1.25rem;border-bottom:1px solid var(--line);background:var(--ground)}
.contents summary{cursor:pointer;font-weight:600}
.contents details>div{max-height:45vh;overflow-y:auto}
.contents p{margin:.9rem 0 .15rem;font-weight:600}.contents p a{color:inherit;text-decoration:none}
.contents ul{list-style:none;margin:0;padding:0}
.contents li a{display:flex;gap:.5rem;align-items:baseline;padding:.15rem 0;color:var(--soft);text-decoration:none;font-size:.875rem;line-height:1.4}
.contents a:hover{color:var(--ink);text-decoration:underline}
.contents .method{min-width:3.1rem;font-size:.625rem;padding:0;border:0}
h1{font-size:1.75rem;line-height:1.2;margin:.5rem 0 1rem}
h2{font-size:1.35rem;line-height:1.25;margin:3rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.08rem;line-height:1.3;margin:2rem 0 .5rem}
h3 a{color:inherit;text-decoration:none}h3 a:hover{text-decoration:underline}
h4{font-size:.8125rem;margin:1.5rem 0 .4rem;font-weight:650}
h5{font-size:.8125rem;margin:1rem 0 .25rem;font-weight:600;color:var(--soft)}
p{margin:.4rem 0}.lead{font-size:1rem;max-width:46rem}
.text>p,.text>ul,section>p,.said>p{max-width:46rem}
.summary{display:grid;gap:.25rem;margin:1rem 0}.summary div{display:flex;flex-wrap:wrap;gap:0 .75rem}.summary dt{color:var(--soft);min-width:7rem}.summary dd{margin:0}
code,pre{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.875em}
pre{background:var(--ground);border:1px solid var(--line);border-radius:.5rem;padding:.75rem .9rem;margin:.4rem 0 1rem;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8125rem}
pre code{font-size:1em}
.text pre{max-width:60rem}
.operation{border-top:1px solid var(--line);padding:.25rem 0 1.25rem;margin-top:1.5rem}
h2+.operation,h2+p+.operation{border-top:0;margin-top:0}
.operation h3{margin-top:1.25rem}
.said,.examples{min-width:0}
.route{display:flex;flex-wrap:wrap;gap:.6rem;align-items:baseline}
.method{font-size:.6875rem;font-weight:700;letter-spacing:.03em;border:1px solid;border-radius:.3rem;padding:.05rem .35rem;color:var(--soft)}
.get{color:var(--get)}.post{color:var(--post)}.patch,.put{color:var(--patch)}.delete{color:var(--delete)}
.access{color:var(--soft)}
.fields{margin:.25rem 0;border-top:1px solid var(--line)}
.fields>div{padding:.45rem 0;border-bottom:1px solid var(--line)}
.fields dt>code{font-weight:600}
.fields dd{margin:.05rem 0 0;color:var(--ink)}
.fields dd>p{margin:.1rem 0}
.fields .fields{margin:.5rem 0 .1rem;padding-left:.9rem;border-left:2px solid var(--line);border-top:0}
.fields .fields>div:last-child{border-bottom:0;padding-bottom:0}
.type{color:var(--soft);font-size:.8125rem}
.needed{color:var(--patch);font-size:.75rem}
.values,.facts{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem .5rem;margin:.2rem 0;padding:0;font-size:.8125rem}
.values code{background:var(--ground);border:1px solid var(--line);border-radius:.25rem;padding:0 .3rem}
.facts{color:var(--soft);gap:.15rem 1rem}.facts code{color:var(--ink);overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;margin:.4rem 0 1rem;font-size:.875rem}
caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--soft);font-size:.8125rem;font-weight:600}
tbody th{white-space:nowrap;font-weight:600}
.errors ul{margin:.1rem 0;padding:0;list-style:none;color:var(--soft)}.errors .headers{color:var(--soft);font-size:.8125rem}
.text table.prose{max-width:60rem}
.wide{overflow-x:auto;margin:.4rem 0 1rem}.wide table{min-width:44rem;margin:0}.wide table code{font-size:.8125rem}
.stays{color:var(--soft)}
.sample{border:1px solid var(--line);border-radius:.5rem;margin:.4rem 0;max-width:60rem}.sample summary{cursor:pointer;padding:.4rem .9rem;font-weight:600}.sample pre{border-width:1px 0 0;border-radius:0;margin:0}
.schema{max-width:46rem}
@media (min-width:64rem){
.columns{display:grid;grid-template-columns:17rem minmax(0,1fr)}
.contents{position:sticky;top:0;height:100vh;overflow-y:auto;border-bottom:0;border-right:1px solid var(--line)}
main{padding:1.25rem 2.5rem 4rem}
.contents details>div{max-height:none}
}
@media (min-width:80rem){
.operation{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,27rem);gap:0 2.5rem}
.examples{padding-top:3.4rem}.examples h4:first-child{margin-top:0}
}
@media print{
:root{--ink:#000;--soft:#333;--line:#aaa;--paper:#fff;--ground:#fff;--accent:#000;--get:#000;--post:#000;--patch:#000;--delete:#000}
body{font-size:9.5pt}.contents,header nav,.skip{display:none}.columns,.operation{display:block}main{padding:0}
.wide{overflow:visible}.wide table{min-width:0}details::details-content{content-visibility:visible;block-size:auto}
h2,h3,h4{break-after:avoid}pre,tr,.fields>div{break-inside:avoid}
}
`;

/** As for all pages (http/security-headers.ts), with this style sheet. */
export const plainPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(referenceStyle, "utf8").digest("base64")}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(";");
