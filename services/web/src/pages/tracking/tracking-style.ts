import { createHash } from "node:crypto";

/** The style sheet of the tracking page, inlined: a page is one request, and its content security policy knows it by its hash. */
export const trackingStyle = `
:root{color-scheme:light dark;--ink:#14202c;--soft:#4d5b6a;--line:#d5dde5;--paper:#fff;--ground:#eef2f5;--accent:#0b57a4;
--neutral:#45525f;--neutral-tint:#eef1f4;--moving:#0b57a4;--moving-tint:#e8f1fb;--good:#14652f;--good-tint:#e6f5eb;--problem:#8f3a04;--problem-tint:#fdf0e4}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e8eef4;--soft:#aab7c4;--line:#36434f;--paper:#18212a;--ground:#0e141a;--accent:#84bdf7;
--neutral:#c0cad4;--neutral-tint:#242e38;--moving:#93c5f9;--moving-tint:#14293f;--good:#7fd79d;--good-tint:#122d1d;--problem:#f7b276;--problem-tint:#392312}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere;hyphens:auto}
bdi{hyphens:none}
header,main,footer{max-width:46rem;margin:0 auto;padding:0 1rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;justify-content:space-between;align-items:center;padding-top:1.25rem;font-size:.875rem}
header p{margin:0;font-weight:650;color:var(--soft)}
ul,ol{list-style:none;margin:0;padding:0}
header svg{width:1.125rem;height:1.125rem;stroke-width:1.75}
header nav{position:relative}
header summary{display:flex;gap:.5rem;align-items:center;color:var(--ink);text-decoration:none;margin:0 -.5rem;padding:.35rem .5rem;list-style:none}
summary::-webkit-details-marker{display:none}
header summary::after{content:"";width:.4rem;height:.4rem;border:solid;border-width:0 2px 2px 0;transform:translateY(-25%) rotate(45deg)}
header ul{position:absolute;right:-.5rem;z-index:2;min-width:13rem;background:var(--paper);border:1px solid var(--line);border-radius:.625rem;padding:.375rem;box-shadow:0 8px 24px #0003}
header li a{display:block;padding:.5rem .75rem;border-radius:.375rem;color:var(--ink);text-decoration:none}
a{color:var(--accent);text-underline-offset:.2em}
header li a:hover{background:var(--ground)}
header a[aria-current]{font-weight:650;background:var(--moving-tint)}
.card{background:var(--paper);border:1px solid var(--line);border-radius:.875rem;padding:1.5rem;margin:.875rem 0;box-shadow:0 1px 2px #0000000d}
h1{font-size:1.0625rem;line-height:1.3;margin:0 0 1rem}
h1 small{font-size:1em;font-weight:400;color:var(--soft)}
h2{font-size:1.0625rem;margin:0 0 1rem}
h3{font-size:.875rem;margin:1.5rem 0 .75rem;color:var(--soft);font-weight:650}
.days:first-child>h3:first-child{margin-top:0}
p{margin:.5rem 0}
svg{width:1.5rem;height:1.5rem;display:block;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round;stroke-linejoin:round}
.status{display:flex;gap:1.125rem;align-items:center;border-radius:.75rem;padding:1.125rem 1.25rem;border-left:.375rem solid}
.status p{margin:0;color:var(--ink)}
.status strong{display:block;font-size:1.75rem;line-height:1.15;letter-spacing:-.01em;margin-bottom:.25rem}
.status svg{width:2.75rem;height:2.75rem;stroke-width:1.75}
.status.problem{border-left-style:double}
.neutral,.neutral strong{color:var(--neutral)}.moving,.moving strong{color:var(--moving)}.good,.good strong{color:var(--good)}.problem,.problem strong{color:var(--problem)}
.neutral{background:var(--neutral-tint)}.moving{background:var(--moving-tint)}.good{background:var(--good-tint)}.problem{background:var(--problem-tint)}
dl{display:grid;grid-template-columns:1fr 1fr;gap:1.125rem 1.5rem;margin:1.5rem 0 0}
dl .key{grid-column:1/-1}.key dd{font-size:1.25rem;font-weight:650;line-height:1.3}.key dd span{font-size:1rem}
dt{color:var(--soft);font-size:.875rem}dd{margin:0;font-weight:550}
dd span{font-weight:400}
.late{color:var(--problem)}
[data-part=progress]:not(:empty){border-top:1px solid var(--line);margin-top:1.5rem;padding-top:1.25rem}
.steps{display:grid;grid-auto-flow:column;grid-auto-columns:1fr}
.steps li{position:relative;text-align:center;font-size:.875rem;color:var(--soft);padding:0 .25rem}
.steps svg{margin:0 auto .5rem;position:relative;color:var(--moving);background:var(--paper);border-radius:50%}
.steps li+li::before{content:"";position:absolute;top:.75rem;right:calc(50% + .75rem);width:calc(100% - 1.5rem);border-top:2px dashed var(--soft)}
.steps .done+li::before{border-top:3px solid var(--moving)}
.steps .done{color:var(--ink)}
.steps .current{color:var(--ink);font-weight:700}
.steps .pending svg{color:var(--soft)}
.full circle{fill:var(--moving);stroke:none}.full path{stroke:var(--paper);stroke-width:2.5}
.dot{fill:currentColor}.dash{stroke-dasharray:2 4.3}
.problem~[data-part=progress] .current svg{color:var(--problem);border-radius:0}
.good~[data-part=progress] svg{color:var(--good)}.good~[data-part=progress] .full circle{fill:var(--good)}.good~[data-part=progress] li::before{border-color:var(--good)!important}
.days li{display:grid;grid-template-columns:3.25rem 1fr;gap:0 1.75rem;padding-bottom:1rem;position:relative}
.days li:last-child{padding-bottom:0}
.days li::before{content:"";position:absolute;left:3.8rem;top:.45rem;width:.65rem;height:.65rem;border-radius:50%;background:var(--paper);border:2px solid var(--soft);z-index:1}
.days li::after{content:"";position:absolute;left:calc(4.125rem - 1px);top:.9rem;bottom:-.5rem;border-left:2px solid var(--line)}
.days li:last-child::after{display:none}
.days:first-child>h3:first-child+ol>li:first-child:not(.bad)::before{background:var(--soft)}
.days .bad::before{border-radius:0;transform:rotate(45deg);border-color:var(--problem)}
.days .bad b{color:var(--problem)}
.days b{font-weight:650}
.days b+span::before{content:"· "}
.days time{font-variant-numeric:tabular-nums;color:var(--soft);text-align:right;white-space:nowrap}
.days p{margin:.125rem 0 0;color:var(--soft);white-space:pre-line}
main summary{cursor:pointer;color:var(--accent);padding:.35rem 0;width:fit-content;border-radius:.375rem;text-decoration:underline;text-underline-offset:.2em}
.pages{display:flex;flex-wrap:wrap;gap:0 1.5rem;align-items:center;justify-content:space-between;border-top:1px solid var(--line);margin-top:1rem;padding-top:.75rem}
.pages ul{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.pages a{display:block;padding:.25rem 0}
.pages p{margin:0;color:var(--soft)}
.stale{background:var(--problem-tint);color:var(--ink);border-left:.375rem double var(--problem);border-radius:.5rem;padding:.625rem 1rem;margin:.875rem 0;font-size:.9375rem}
.message{text-align:center;padding:2.5rem 1.5rem}
.message svg{width:3rem;height:3rem;margin:0 auto 1rem;color:var(--soft);stroke-width:1.5}
.message h1{font-size:1.5rem;margin:0 0 .5rem}.message p{max-width:34rem;margin:.5rem auto}
footer{color:var(--soft);font-size:.875rem;padding-bottom:2.5rem}
.button{display:inline-block;margin-top:.75rem;padding:.6rem 1.1rem;border-radius:.5rem;background:var(--accent);color:var(--paper);font-weight:650;text-decoration:none}
.heard{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
[hidden]{display:none}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
@media (max-width:35rem){.card{padding:1.125rem}
.steps{grid-auto-flow:row;gap:1rem}
.steps li{display:flex;gap:.75rem;text-align:left;align-items:center;padding:0;font-size:1rem}
.steps svg{margin:0;flex:none}
.steps li+li::before{top:auto;bottom:calc(50% + .75rem);right:auto;left:.75rem;width:0;height:1rem;border-top:0!important;border-left:2px dashed var(--soft);margin-left:-1px}
.steps .done+li::before{border-left:3px solid var(--moving)}}
@media (max-width:26rem){.status{gap:.875rem;padding:1rem;align-items:start}.status svg{width:2.25rem;height:2.25rem}.status strong{font-size:1.5rem}dl{gap:.875rem 1rem}.key dd{font-size:1.125rem}}
@media (max-width:22rem){.status{display:block}.status svg{margin-bottom:.5rem}.status strong{font-size:1.25rem}}
@media (max-width:17rem){dl,.days li{grid-template-columns:1fr}.days time{text-align:left}.days li::before,.days li::after{display:none}
header,main,footer{padding:0 .5rem}header{padding-top:1rem}.card,.status{padding:.75rem}.status strong{font-size:1.125rem}}
@media (forced-colors:active){.card,.status{border:1px solid}.full circle{fill:CanvasText}.full path{stroke:Canvas}}
@media print{body{background:#fff;color:#000;font-size:10.5pt}header nav,.pages ul,main summary,[data-refresh],.stale{display:none}.card{border:0;box-shadow:none;padding:0;margin:.75rem 0}h3{margin:.75rem 0 .375rem}.days li{padding-bottom:.5rem}dl{margin:1rem 0 0;gap:.625rem 1.5rem}footer{padding-bottom:0}
details::details-content{content-visibility:visible;display:block}.days li,.status,dl{break-inside:avoid}h3{break-after:avoid}*{print-color-adjust:exact}}
`.replaceAll("\n", "");

/** Source expression of the style sheet for `style-src`. */
export const trackingStyleSource = `'sha256-${createHash("sha256").update(trackingStyle, "utf8").digest("base64")}'`;
