import { markup } from "./html.ts";
import type { Page } from "./page.ts";

/** In place of the console where it is not built: what this is, how to build it and how to do without. */
export function landingPage(publicUrl: string): Page {
  return {
    title: "Shipment tracking",
    main: markup`<section class="card">
<h1>Shipment Tracking Service</h1>
<p>Companies record their shipments and tracking events here. Their other systems read them through a JSON API, and
recipients follow a shipment through a link.</p>
<p>Both APIs and the webhooks are described in the <a href="/docs">reference to try out</a> and the <a href="/docs/plain">reference to read and
print</a>, which needs no JavaScript. As OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a> for the read API,
<a href="/api/web-openapi.json">/api/web-openapi.json</a> for the web application's.</p>
</section>
<section class="card">
<h2>The console is not built</h2>
<p><code>npm run console:build</code> builds it, and <code>npm start</code> does so by itself; then start this service again. Its commands can be
given with any HTTP client, too:</p>
<pre>curl -c cookies.txt -H 'Content-Type: application/json' \\
  -d '{"email":"you@example.com","password":"…"}' \\
  ${publicUrl}/api/auth/login

curl -b cookies.txt ${publicUrl}/api/auth/me

curl -b cookies.txt -H 'Content-Type: application/json' \\
  -d '{"mode":"parcel","origin":{"city":"Bern"},"destination":{"city":"Lyon"}}' \\
  ${publicUrl}/api/shipments</pre>
<p>An administrator makes a key for the read API with <code>POST /api/api-keys</code>; it is shown once.</p>
<pre>curl -H 'Authorization: Bearer stk_…' ${publicUrl}/api/v1/shipments</pre>
</section>`,
    footer: null,
  };
}
