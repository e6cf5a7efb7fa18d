import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLanguage } from '../i18n/language-provider.tsx';
import { endpointIn } from './endpoint-texts.ts';
import { type Endpoint, endpointsQuery } from './openapi.ts';

/** All endpoints, with their texts in the language in use. */
export function useEndpoints() {
  const { language } = useLanguage();
  const select = useCallback(
    (endpoints: readonly Endpoint[]) => endpoints.map((endpoint) => endpointIn(language, endpoint)),
    [language],
  );
  return useQuery({ ...endpointsQuery, select });
}
