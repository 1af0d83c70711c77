import { createParcel } from '@portico/shared';
import { slots } from '@portico/shared/rendering';
import { TenantLogo } from '@portico/ui';
import { renderToString } from 'react-dom/server';
import { AuthScreen } from '../auth-screen';

const { Screen } = createParcel(AuthScreen);
const getLogo = (logo?: string) => renderToString(<TenantLogo name={slots.name} logo={logo} />);
const [image = ''] = /<img.*/.exec(getLogo(`/${slots.logo}`)) ?? [];

/** What stands before the name of a tenant: its logo, or its first letter. */
export const marks = {
  logo: image.replace(`/${slots.logo}`, slots.logo),
  letter: getLogo().replace('>{<', '>{{letter}}<'),
};

/** Renders a screen of the signed-out user as HTML with slots, as it starts. */
export function renderForm(screen: 'signin' | 'recover'): string {
  return renderToString(<Screen screen={screen} onCrash={() => {}} />)
    .replace(/^<link[^>]*>/, '')
    .replaceAll(image, '{{mark}}')
    .replaceAll(`?link=${slots.link}`, '{{search}}')
    .replaceAll(String(slots.wait), '{{wait}}');
}
