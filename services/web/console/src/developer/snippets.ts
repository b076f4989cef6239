/** Each reads the newest shipments with the key in the environment's TRACKING_KEY, and prints a line for each. */
export function curlSnippet(url: string): string {
  return `curl -s -H "Authorization: Bearer $TRACKING_KEY" '${url}'`;
}

export function typescriptSnippet(url: string): string {
  return `const answer = await fetch(${JSON.stringify(url)}, {
  headers: { Authorization: \`Bearer \${process.env.TRACKING_KEY}\` },
});
if (!answer.ok) throw new Error((await answer.json()).error);
for (const shipment of await answer.json()) console.log(shipment.shipmentNumber, shipment.status);`;
}

export function pythonSnippet(url: string): string {
  return `import json, os, urllib.request

request = urllib.request.Request(${JSON.stringify(url)},
    headers={"Authorization": f"Bearer {os.environ['TRACKING_KEY']}"})
for shipment in json.load(urllib.request.urlopen(request)):
    print(shipment["shipmentNumber"], shipment["status"])`;
}
