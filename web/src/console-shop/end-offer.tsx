import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useToast } from '../design/toast.tsx';
import { useAction } from '../forms/use-action.ts';
import { useDecide } from './decide.tsx';

interface EndOfferProps {
  readonly itemId: number;
  readonly path: '/console/shop/attention/end' | '/console/shop/deal/end';
  readonly label: string;
  /** Said when it is done. */
  readonly done: string;
  readonly onEnded: () => void;
}

/** Ends what is offered on some days, whether it has begun or not. */
export function EndOffer({ itemId, path, label, done, onEnded }: EndOfferProps) {
  const toast = useToast();
  const decide = useDecide();
  const { busy, fault, run } = useAction();
  const end = () =>
    run(async () => {
      await decide(path, { itemId });
      toast(done);
      onEnded();
    });
  return (
    <>
      <Button kind="danger" busy={busy} onClick={end}>
        {label}
      </Button>
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
    </>
  );
}
