/** Paths of the documents that can be chosen, the read API first. */
export const documentPaths = {
  read: "/api/openapi.json",
  web: "/api/web-openapi.json",
  webhooks: "/docs/webhooks.json",
} as const;

/** Our faces instead of Scalar's, and nothing that leads to its makers' services. */
const customCss = `
:root{--scalar-font:system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;--scalar-font-code:ui-monospace,Menlo,Consolas,monospace}
.light-mode{--scalar-color-accent:#0b5cad;--scalar-color-1:#16202b;--scalar-color-2:#3d4a58;--scalar-color-3:#566373;--scalar-color-blue:#0b5cad;--scalar-color-green:#17713a;--scalar-color-orange:#8a5000;--scalar-color-red:#b3261e}
.dark-mode{--scalar-color-accent:#7cb8f5;--scalar-color-1:#e7edf3;--scalar-color-2:#c3ced9;--scalar-color-3:#a3b0be}
a[href*="scalar.com"]{display:none!important}
`;

/**
 * What Scalar is told: everything from this origin. No proxy, fonts, telemetry, assistant, or links to its own client; what is typed in is not kept.
 * Colours follow the system.
 */
export const scalarConfiguration = {
  sources: [
    { title: "Read API", slug: "read", url: documentPaths.read, default: true },
    { title: "Web application API", slug: "web", url: documentPaths.web },
    { title: "Webhooks", slug: "webhooks", url: documentPaths.webhooks },
  ],
  theme: "default",
  customCss,
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: "none",
  defaultOpenAllTags: false,
  orderSchemaPropertiesBy: "preserve",
  orderRequiredPropertiesFirst: false,
  operationTitleSource: "summary",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  authentication: { preferredSecurityScheme: "apiKey" },
} as const;
