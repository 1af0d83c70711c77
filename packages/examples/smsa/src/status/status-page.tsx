import { useState } from 'react';
import { Link } from 'react-router-dom';
import { count, fill, useLanguage } from '../language/use-language';
import { formatDate, formatTime, hoursAgo } from '../page/date';

type Health = 'up' | 'slow' | 'down';

/** The health of each of the last 30 days, the oldest first. */
const month = (troubles: Readonly<Record<number, Health>> = {}): readonly Health[] =>
  Array.from({ length: 30 }, (_, day) => troubles[day] ?? 'up');

/** Demo data. The last day is today. */
const services = [
  { id: 'mail', uptime: 1, days: month() },
  { id: 'network', uptime: 0.992, days: month({ 11: 'down', 28: 'slow', 29: 'slow' }) },
  { id: 'files', uptime: 0.999, days: month({ 19: 'slow' }) },
  { id: 'printing', uptime: 0.994, days: month({ 27: 'down' }) },
  { id: 'telephony', uptime: 1, days: month() },
] as const;

const incidents = [
  { id: 'wireless', at: hoursAgo(5), ongoing: true },
  { id: 'printer', at: hoursAgo(27), ongoing: false },
] as const;

// webpack emits the file and knows its address at the module's own origin.
const skyline = new URL('./skyline.svg', import.meta.url).href;

const dayWidth = 6;

/** The public page: no sign-in, no tickets. */
export default function StatusPage() {
  const { text } = useLanguage();
  const [checkedAt] = useState(() => new Date());
  const troubles = services.filter(({ days }) => days.at(-1) !== 'up').length;
  return (
    <>
      <div className="smsa-banner">
        <div>
          <h1 tabIndex={-1}>{text.portal.title}</h1>
          <p className={`smsa-verdict smsa-health-${troubles === 0 ? 'up' : 'slow'}`}>
            {troubles === 0 ? text.portal.allUp : count(text.portal.someDown, troubles)}
          </p>
          <p className="smsa-muted smsa-small">{fill(text.portal.checked, formatTime(checkedAt))}</p>
        </div>
        <img className="smsa-skyline" src={skyline} alt="" width="360" height="160" />
      </div>
      <div className="smsa-status-grid">
        <section aria-labelledby="smsa-services">
          <h2 id="smsa-services">{text.portal.services}</h2>
          <ul className="smsa-card smsa-services">
            {services.map((service) => (
              <ServiceRow key={service.id} {...service} />
            ))}
          </ul>
        </section>
        <section aria-labelledby="smsa-history">
          <h2 id="smsa-history">{text.portal.history}</h2>
          <ol className="smsa-incidents">
            {incidents.map(({ id, at, ongoing }) => (
              <li key={id} className="smsa-incident">
                <p className={`smsa-health-${ongoing ? 'slow' : 'up'} smsa-incident-line`}>
                  {ongoing ? text.portal.ongoing : text.portal.resolved}
                  <time className="smsa-muted" dateTime={at.toISOString()}>
                    {formatDate(at)}
                  </time>
                </p>
                <h3>{text.incidents[id].title}</h3>
                <p className="smsa-muted">{text.incidents[id].body}</p>
              </li>
            ))}
          </ol>
          <div className="smsa-card smsa-help">
            <p>{text.portal.questions}</p>
            <Link className="smsa-button smsa-button-quiet" to="/portal/faq">
              {text.portal.faq}
            </Link>
          </div>
        </section>
      </div>
    </>
  );
}

/** A service: its health today, and its last thirty days as bars. */
function ServiceRow({ id, uptime, days }: (typeof services)[number]) {
  const { text, locale } = useLanguage();
  const health = days.at(-1) ?? 'up';
  const percent = uptime.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <li className="smsa-service">
      <b>{text.services[id]}</b>
      <span className={`smsa-health smsa-health-${health}`}>{text.portal[health]}</span>
      <svg className="smsa-days" viewBox={`0 0 ${days.length * dayWidth} 24`} preserveAspectRatio="none" aria-hidden>
        {days.map((each, day) => {
          const x = day * dayWidth;
          return <rect key={x} className={`smsa-health-${each}`} x={x} width={dayWidth - 2} height="24" />;
        })}
      </svg>
      <span className="smsa-muted smsa-small smsa-uptime">{fill(text.portal.uptime, percent)}</span>
    </li>
  );
}
