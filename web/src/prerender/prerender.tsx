import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { LANGUAGES } from '../../../src/messages/languages.ts';
import { sessionQuery } from '../api.ts';
import { ToastProvider } from '../design/toast.tsx';
import { DOCS_PAGES } from '../docs/docs-pages.ts';
import { endpointIn } from '../docs/endpoint-texts.ts';
import { errorPages } from '../docs/error-pages.ts';
import { endpointsQuery, type OpenApiDocument, readEndpoints } from '../docs/openapi.ts';
import { chooseLanguage } from '../i18n/language.ts';
import { LanguageProvider } from '../i18n/language-provider.tsx';
import { showMessages, shownMessages } from '../i18n/shown-messages.ts';
import { queryClient } from '../query-client.ts';
import { createPageRouter } from '../router.tsx';
import { llmsText, markdownTwin } from './markdown-twin.ts';
import { pageDocument } from './page-document.ts';
import { PLACEHOLDER_SESSION, PLACEHOLDERS } from './placeholders.ts';

/** A file below the folder of the built pages. */
export interface PrerenderedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The landing page and the documentation as they stand before any script runs, in every language, with a Markdown twin
 * of each page of the documentation; `pages.json` lists them for the server. `shell` is the built index.html.
 */
export async function prerender(
  shell: string,
  openApi: OpenApiDocument,
): Promise<readonly PrerenderedFile[]> {
  const endpoints = readEndpoints(openApi);
  queryClient.setQueryData(endpointsQuery.queryKey, endpoints);
  queryClient.setQueryData(sessionQuery.queryKey, PLACEHOLDER_SESSION);
  const paths = [
    '/',
    ...DOCS_PAGES.map(({ to }) => to),
    ...endpoints.map(({ operation }) => `/docs/endpoints/${operation}`),
    ...errorPages('en').map(({ code }) => `/docs/errors/${code}`),
  ];
  const files: PrerenderedFile[] = [];
  for (const language of LANGUAGES) {
    chooseLanguage(language);
    await showMessages(language);
    const { messages } = shownMessages();
    const shown = endpoints.map((endpoint) => endpointIn(language, endpoint));
    const twins: string[] = [];
    for (const path of paths) {
      const markup = await renderPage(path);
      const twin = await markdownTwin(path, { endpoints: shown, language, messages });
      const name = `pages/${language}${path === '/' ? '/index' : path}`;
      files.push({
        name: `${name}.html`,
        text: pageDocument({ shell, path, language, markup, hasTwin: twin !== null }),
      });
      if (twin === null) continue;
      files.push({ name: `${name}.md`, text: twin });
      twins.push(twin);
    }
    const llms = llmsText({ endpoints: shown, language, messages });
    files.push({ name: `pages/${language}/llms.txt`, text: llms });
    files.push({ name: `pages/${language}/llms-full.txt`, text: twins.join('\n\n') });
  }
  files.push({ name: 'pages/pages.json', text: JSON.stringify({ paths, placeholders: PLACEHOLDERS }) });
  return files;
}

async function renderPage(path: string): Promise<string> {
  const router = createPageRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return renderToString(
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </LanguageProvider>
    </QueryClientProvider>,
  );
}
