import { type DecidedTogether, StaleChangesError } from '../../catalog/item-overrides.ts';
import { message } from '../../messages/messages.ts';
import { Failure, required } from '../kit/failures.ts';
import { readFields } from '../kit/fields.ts';
import { type Limit, READING, WORKING } from '../kit/limits.ts';
import { done, form, screen } from '../kit/screen.ts';
import { confirmNumber, type SignedInVisit, type Visit } from '../kit/visit.ts';
import { bulkPage } from './bulk-page.ts';
import {
  APPLY_FIELDS,
  BULK_FIELDS,
  BULK_MAX,
  type Bulk,
  type Plan,
  planOf,
  UNDO_FIELDS,
} from './bulk-plan.ts';
import { unlessBusy } from './item-decisions.ts';
import { BULK_TARGET } from './item-history.ts';
import { SHOP } from './items.ts';

/** Each looks at up to a thousand items. */
const BULK: Limit = { name: 'bulk', burst: 20, everySeconds: 3 };

/** One decision about many items: previewed, applied in one step, undone in one step. */
export const bulkScreen = screen(`${SHOP}/bulk`, {
  needs: 'shop',
  limit: READING,
  query: {},
  show: async (visit) => bulkPage(visit, await planAgain(visit)),
  forms: {
    preview: form('shop', BULK, BULK_FIELDS, async (visit, bulk) =>
      bulkPage(visit, { bulk, plan: await planOf(bulk, visit.services) }),
    ),
    apply: form('shop', BULK, APPLY_FIELDS, async (visit, { changes: previewed, reason, ...bulk }) => {
      const { changes, doubtful } = await planOf(bulk, visit.services);
      if (changes.size !== previewed) throw new Failure('STALE');
      const why = message('input.doubtfulDeals', { doubtful, deals: changes.size });
      if (doubtful > 0) confirmNumber(visit, doubtful, why);
      const { decision: action, percent, from, until } = bulk;
      const made = await unlessBusy(() =>
        visit.services.itemOverrides.decideTogether(changes, reason).catch(refuseStale),
      );
      const { items } = await note(visit, 'items.decided', { action, percent, from, until }, made);
      return done('products.bulk.done', { count: items });
    }),
    undo: form('shop', WORKING, UNDO_FIELDS, async (visit, { firstId, lastId }) => {
      if (lastId < firstId || lastId - firstId >= BULK_MAX) throw new Failure('NOT_FOUND');
      const { itemOverrides } = visit.services;
      const made = await unlessBusy(() => itemOverrides.takeBackTogether(firstId, lastId));
      await note(visit, 'items.taken-back', { takenBack: firstId }, made);
      return done('products.bulk.takenBack');
    }),
  },
});

function refuseStale(error: unknown): never {
  throw error instanceof StaleChangesError ? new Failure('STALE') : error;
}

/** One line for all of them. */
async function note(
  { services, account }: SignedInVisit,
  action: 'items.decided' | 'items.taken-back',
  what: object,
  made: DecidedTogether | null,
): Promise<DecidedTogether> {
  const together = required(made);
  const { items, firstId, lastId } = together;
  const detail = { ...what, items, decision: firstId, lastDecision: lastId };
  await services.auditTrail.record(account.accountId, action, BULK_TARGET, detail);
  return together;
}

/** The change of a form that couldn't be done, planned anew, so that it can be sent again; null for others. */
async function planAgain({ problem, services }: Visit): Promise<{ bulk: Bulk; plan: Plan } | null> {
  if (problem?.form !== 'apply') return null;
  const bulk = readFields(BULK_FIELDS, problem.sent);
  return { bulk, plan: await planOf(bulk, services) };
}
