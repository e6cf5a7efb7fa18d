import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** `vite web` shows the pages while they are written, on top of a server that `npm start` started. */
const SERVER = 'http://127.0.0.1:8080';

const ROOT = import.meta.dirname;

/** Puts what the first paint needs in front of the scripts, which on a slow line would take their share of it. */
function paintFirst(): Plugin {
  return {
    name: 'seoga-paint-first',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const styles = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
        const withoutStyles = styles.reduce((rest, style) => rest.replace(style, ''), html);
        return withoutStyles
          .replace(/(<script type="module"|<link rel="modulepreload")/g, '$1 fetchpriority="low"')
          .replace(/ *<script type="module"/, (script) => styles.join('') + script);
      },
    },
  };
}

export default defineConfig({
  root: ROOT,
  base: '/',
  plugins: [react(), tailwindcss(), paintFirst()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets/web',
    // Pictures as data: addresses would need a wider content policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A first visit fetches few files: what all pages use comes in two.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules\/(react|react-dom|scheduler|@tanstack|use-intl)\// },
            { name: 'frame', test: /web\/src\/(design|i18n|layout)\/(?!fonts\/titles)/ },
          ],
        },
      },
    },
  },
  server: {
    // The text of error pages and the changelog is read from docs/ and the project's root.
    fs: { allow: ['..'] },
    proxy: Object.fromEntries(
      [
        '/portal/api',
        '/v1',
        '/images',
        '/assets/logo.svg',
        '/assets/page.css',
        '/goods',
        '/authors',
        '/categories',
      ].map((path) => [path, { target: SERVER, changeOrigin: true }]),
    ),
  },
});
