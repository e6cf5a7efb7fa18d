import type { ChangeMark } from '../../catalog/revision.ts';
import { ApiError } from '../../http/errors.ts';
import { inEveryLanguage } from '../../messages/messages.ts';
import { endpoint, parameter, wholeNumber } from '../endpoint.ts';
import { enumerated, list, long, metaSchema, object, text } from '../schema.ts';

/** A cursor for examples in the OpenAPI document. Requests with this cursor succeed as if they had none. */
const EXAMPLE = 'U2VvZ2EgZXhhbXBsZTE';

const CHANGES = {
  saved: { en: 'New or changed: fetch it', ko: '새로 등록되거나 변경됨. 다시 조회할 상품' },
  removed: { en: 'Removed, or withheld by the operator', ko: '삭제되었거나 운영자가 노출을 제한함' },
};

const changesData = object(
  {
    meta: metaSchema,
    items: list(
      object(
        {
          itemId: long({ en: 'Product number', ko: '상품번호' }),
          change: enumerated(CHANGES, { en: 'What has become of it', ko: '변경 내용' }),
        },
        'ItemChange',
      ),
      {
        en: 'Each product that changed, once, in the order of the last changes',
        ko: '변경된 상품. 마지막 변경 순서대로 하나씩',
      },
    ),
    nextCursor: {
      ...text({ en: 'cursor of your next call', ko: '다음 호출에 보낼 cursor' }),
      examples: [EXAMPLE],
    },
    hasMore: {
      type: 'boolean',
      description: {
        en: 'Whether more has changed: call again now',
        ko: '변경이 더 있는지 여부. 있으면 바로 다시 호출',
      },
    },
  },
  'ChangesData',
);

const cursor = parameter({
  schema: {
    ...text({
      en: 'nextCursor of an earlier response. Without it, no changes are listed, and nextCursor is where they stand now',
      ko: '이전 응답의 nextCursor. 생략하면 변경 내역 없이 현재 위치의 nextCursor만 반환합니다',
    }),
    'x-label': { en: 'Cursor', ko: '커서' },
    examples: [EXAMPLE],
  },
  code: 'PARAM_009',
  absent: null,
  parse: parseCursor,
});

const limit = wholeNumber({
  min: 1,
  max: 1000,
  fallback: 200,
  description: { en: 'Most products per response', ko: '한 번에 받을 최대 상품 수' },
  label: { en: 'Limit', ko: '최대 개수' },
  code: 'PARAM_006',
});

export const changes = endpoint({
  path: '/v1/goods/changes',
  name: 'changes',
  title: { en: 'Changed products', ko: '변경된 상품' },
  description: {
    en: 'The products that changed since an earlier call, so that you refresh only those that you keep.',
    ko: '이전 호출 이후에 변경된 상품입니다. 보관 중인 상품 가운데 바뀐 것만 다시 조회할 수 있습니다.',
  },
  parameters: { cursor, limit },
  data: changesData,
  errors: [],
  async answer({ given: { cursor, limit } }, { catalog }) {
    const since = cursor !== null && formatCursor(cursor) === EXAMPLE ? null : cursor;
    const found = await catalog.listChanges(since, limit);
    if (since !== null && found.isUnknown)
      throw new ApiError('PARAM_009', { value: inEveryLanguage(() => `"${formatCursor(since)}"`) });
    const items = found.items.map(({ itemId, isVisible }) => ({
      itemId,
      change: isVisible ? 'saved' : 'removed',
    }));
    const nextCursor = formatCursor(found.last);
    const data = JSON.stringify({ items, nextCursor, hasMore: found.hasMore });
    return { members: Buffer.from(data.slice(1, -1)), isLasting: true };
  },
});

const MARK_BYTES = 8;
const NUMBER_BYTES = 6;

function formatCursor({ no, mark }: ChangeMark): string {
  const bytes = Buffer.alloc(MARK_BYTES + NUMBER_BYTES, mark, 'hex');
  bytes.writeUIntBE(no, MARK_BYTES, NUMBER_BYTES);
  return bytes.toString('base64url');
}

function parseCursor(sent: string): ChangeMark | null {
  const bytes = Buffer.from(sent, 'base64url');
  if (bytes.length !== MARK_BYTES + NUMBER_BYTES || bytes.toString('base64url') !== sent) return null;
  return { mark: bytes.toString('hex', 0, MARK_BYTES), no: bytes.readUIntBE(MARK_BYTES, NUMBER_BYTES) };
}
