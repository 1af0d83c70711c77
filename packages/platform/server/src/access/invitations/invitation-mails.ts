import { languageTags } from '@portico/contract';
import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { addMilliseconds } from '../../database/database-clock';
import { TooManyTriesError } from '../../http/api-error';
import { getTexts } from '../../i18n/i18n';
import { invitations } from '../../identity/account-tables';
import { findMailTenant } from '../../identity/accounts/tenant-repository';
import { findUserByEmail } from '../../identity/accounts/user-repository';
import type { IdentityServices } from '../../identity/identity-services';
import { findMailLogo } from '../../identity/look/find-mail-logo';
import { createSecretToken, hashToken } from '../../identity/sessions/secret-tokens';
import { escapeHtml } from '../../pages/html';

type MailServices = Pick<IdentityServices, 'database' | 'mailer' | 'now' | 'throttle'>;

/** Tries of a mail before it counts as failed; the wait doubles. */
const maxTries = 5;
const firstWait = 60_000;

/** Sends the invitations that are due. Several processes share the work. */
export async function sendDueInvitations(services: MailServices): Promise<void> {
  while (await sendNext(services));
}

/** @returns false if none is due */
async function sendNext({ database, mailer, now, throttle }: MailServices): Promise<boolean> {
  const { expiresAt, id, nextTryAt, tries } = invitations;
  const due = database
    .select({ id })
    .from(invitations)
    .where(and(isNotNull(nextTryAt), lte(nextTryAt, now())))
    .orderBy(asc(nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true });
  // Only the hash is stored, so each try has another token. Claims it first: nothing is locked while the mail is sent.
  const token = createSecretToken();
  const wait = sql`${firstWait}::int * (2 ^ ${tries}) * interval '1 millisecond'`;
  const isLast = sql`${tries} + 1 >= ${maxTries}`;
  const [invitation] = await database
    .update(invitations)
    .set({
      hash: hashToken(token),
      tries: sql`${tries} + 1`,
      nextTryAt: sql`case when ${isLast} then null else ${now().toISOString()}::timestamptz + ${wait} end`,
    })
    .where(inArray(id, due))
    .returning();
  if (invitation === undefined) return false;
  const tenant = await findMailTenant(database, invitation.tenant);
  if (tenant === undefined) return true;
  const isClaimed = and(eq(id, invitation.id), eq(invitations.hash, hashToken(token)));
  const mail = [['invitationOfAccount', invitation.email]] as const;
  try {
    await throttle.count(database, mail);
  } catch (error) {
    if (!(error instanceof TooManyTriesError)) throw error;
    // The address has had enough mails, also from invitations that were withdrawn. This one waits its turn.
    const next = addMilliseconds(now(), Number(error.retryAfterSeconds) * 1000);
    await database
      .update(invitations)
      .set({ nextTryAt: next, tries: invitation.tries - 1 })
      .where(isClaimed);
    return true;
  }
  const isKnown = (await findUserByEmail(database, invitation.email))?.passwordHash != null;
  try {
    const logo = await findMailLogo(database, invitation.tenant);
    await mailer.send({ ...createMail(invitation, { ...tenant, hasLogo: logo !== undefined }, token, isKnown), logo });
  } catch {
    await throttle.refund(database, mail);
    // Tried again when it is due. The list shows one that failed to the end.
    return true;
  }
  await database
    .update(invitations)
    .set({ sentAt: now(), nextTryAt: null })
    .where(and(isClaimed, eq(expiresAt, invitation.expiresAt)));
  return true;
}

type MailTenant = NonNullable<Awaited<ReturnType<typeof findMailTenant>>> & { readonly hasLogo: boolean };

function createMail(invitation: typeof invitations.$inferSelect, tenant: MailTenant, token: string, isKnown: boolean) {
  const { email, expiresAt, locale, name, origin } = invitation;
  const t = getTexts(locale);
  // A fragment: browsers send it to no server, so that it is in no log and no referrer.
  const link = `${origin}/invitation#${token}`;
  const until = expiresAt.toLocaleDateString(languageTags[locale], { dateStyle: 'long', timeZone: 'UTC' });
  const values = {
    name: name === '' ? '' : `${locale === 'pt' ? ', ' : ' '}${name}`,
    tenant: tenant.name,
    link,
    until,
  };
  const subject = t('mail.invitation.subject', values);
  const text = isKnown ? t('mail.invitation.known', values) : t('mail.invitation.new', values);
  const style = `display:inline-block;padding:12px 20px;border-radius:8px;background:${tenant.accent};color:#fff;text-decoration:none`;
  const button = `<a href="${escapeHtml(link)}" style="${style}">${escapeHtml(t('mail.invitation.button'))}</a>`;
  const paragraphs = text
    .trim()
    .split('\n\n')
    .map((part) => `<p>${part.includes(link) ? button : escapeHtml(part)}</p>`);
  // The name is the text below it, so the picture needs none.
  const logo = tenant.hasLogo ? '<img src="cid:logo" alt="" height="48" style="display:block;margin-bottom:8px">' : '';
  const heading = `<h1 style="color:${tenant.accent};font-size:20px">${logo}${escapeHtml(tenant.name)}</h1>`;
  const html = `<!doctype html><html lang="${languageTags[locale]}"><body style="font-family:sans-serif">${heading}${paragraphs.join('')}</body></html>`;
  return { sender: tenant.sender, to: email, subject, text, html };
}
