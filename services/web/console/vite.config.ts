import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// `npm run console:dev` with an installation elsewhere: TRACKING_URL=http://localhost:9000
const installation = process.env["TRACKING_URL"] ?? "http://localhost:8080";

export default defineConfig({
  root: import.meta.dirname,
  // everything is in the sources: nothing is copied as it is
  publicDir: false,
  plugins: [react()],
  // the server puts the nonce of each answer in its place
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // one file that stays the same when only screens change
            {
              name: "framework",
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core)|openapi-fetch)[\\/]/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": installation, "/track": installation, "/docs": installation },
  },
});
