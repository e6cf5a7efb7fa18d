import { message } from '../../messages/messages.ts';
import { Failure } from '../kit/failures.ts';
import { readFields } from '../kit/fields.ts';
import { done, form, type Limit, screen } from '../kit/screen.ts';
import { confirmNumber, type Visit } from '../kit/visit.ts';
import { UNDO_FIELDS } from './audit-lines.ts';
import { bulkPage } from './bulk-page.ts';
import { APPLY_FIELDS, BULK_FIELDS, type Bulk, type Plan, planOf } from './bulk-plan.ts';
import { noteDecision, takeBack } from './item-decisions.ts';
import { BULK_TARGET } from './item-history.ts';
import { SHOP } from './items.ts';

/** Each looks at up to a thousand items. */
const BULK: Limit = { name: 'bulk', burst: 20, everySeconds: 3 };

/** One decision about many items: previewed, applied in one step, undone in one step. */
export const bulkScreen = screen(`${SHOP}/bulk`, {
  needs: 'shop',
  show: async (visit) => bulkPage(visit, await planAgain(visit)),
  forms: {
    preview: form(['shop', BULK], BULK_FIELDS, async (visit, bulk) =>
      bulkPage(visit, { bulk, plan: await planOf(bulk, visit.services) }),
    ),
    apply: form(['shop', BULK], APPLY_FIELDS, async (visit, { changes: previewed, reason, ...bulk }) => {
      const { changes, doubtful } = await planOf(bulk, visit.services);
      if (changes.size !== previewed) throw new Failure('STALE');
      const why = message('input.doubtfulDeals', { doubtful, deals: changes.size });
      if (doubtful > 0) confirmNumber(visit, doubtful, why);
      const { decision: action, percent, from, until } = bulk;
      const made = await visit.services.itemOverrides.decide(changes, reason);
      if (made === null) throw new Failure('STALE');
      const { items } = made;
      await noteDecision(visit, 'items.decided', BULK_TARGET, { action, percent, from, until, items }, made);
      return done('products.bulk.done', { count: items });
    }),
    undo: form('shop', UNDO_FIELDS, async (visit, { decisionId }) => {
      const made = await takeBack(visit, decisionId);
      const { items, left } = made;
      await noteDecision(visit, 'items.taken-back', BULK_TARGET, { takenBack: decisionId, items }, made);
      return done('products.bulk.takenBack', { count: items, left });
    }),
  },
});

/** The change of a form that couldn't be done, planned anew, so that it can be sent again; null for others. */
async function planAgain({ problem, services }: Visit): Promise<{ bulk: Bulk; plan: Plan } | null> {
  if (problem?.form !== 'apply') return null;
  const bulk = readFields(BULK_FIELDS, problem.sent);
  return { bulk, plan: await planOf(bulk, services) };
}
