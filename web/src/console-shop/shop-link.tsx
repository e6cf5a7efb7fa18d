import { useTranslations } from 'use-intl';
import { TextLink } from '../design/button.tsx';

/** The way back to the list of products. */
export function ShopLink() {
  const t = useTranslations('consoleShop.shop');
  return (
    <p className="-mt-6 mb-8">
      <TextLink to="/portal/console/shop" className="text-sm">
        {t('back')}
      </TextLink>
    </p>
  );
}
