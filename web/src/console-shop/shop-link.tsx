import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

/** The way back to the list of products. */
export function ShopLink() {
  const t = useTranslations('consoleShop.shop');
  return (
    <p className="-mt-6 mb-8">
      <Link to="/portal/console/shop" className="text-sm text-link underline underline-offset-4">
        {t('back')}
      </Link>
    </p>
  );
}
