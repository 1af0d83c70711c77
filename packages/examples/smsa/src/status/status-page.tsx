import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useLanguage } from '../language/language';
import { useArrival } from '../page/arrival';
import { formatDate, formatTime } from '../page/date';
import { ServiceRow } from './service-row';
import { incidents, services } from './services';

// From this module's own origin: webpack emits the file and knows its address.
const skyline = new URL('./skyline.svg', import.meta.url).href;

/** The public page: no sign-in, no tickets. */
export function StatusPage() {
  const { text, read } = useLanguage();
  const heading = useArrival();
  const [checkedAt] = useState(() => new Date());
  const troubles = services.filter((service) => service.health !== 'up').length;
  return (
    <>
      <div className="smsa-banner">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {text.portal.title}
          </h1>
          <p className={`smsa-verdict smsa-health-${troubles === 0 ? 'up' : 'slow'}`}>
            {troubles === 0 ? text.portal.allUp : text.portal.someDown(troubles)}
          </p>
          <p className="smsa-muted smsa-small">{text.portal.checked(formatTime(checkedAt))}</p>
        </div>
        <img className="smsa-skyline" src={skyline} alt="" width="360" height="160" />
      </div>
      <div className="smsa-status-grid">
        <section aria-labelledby="smsa-services">
          <h2 id="smsa-services">{text.portal.services}</h2>
          <ul className="smsa-card smsa-services">
            {services.map((service) => (
              <ServiceRow key={service.id} service={service} />
            ))}
          </ul>
        </section>
        <section aria-labelledby="smsa-history">
          <h2 id="smsa-history">{text.portal.history}</h2>
          <ol className="smsa-incidents">
            {incidents.map((incident) => (
              <li key={incident.id} className="smsa-incident">
                <p className={`smsa-health-${incident.ongoing ? 'slow' : 'up'} smsa-incident-line`}>
                  {incident.ongoing ? text.portal.ongoing : text.portal.resolved}
                  <time className="smsa-muted" dateTime={incident.at.toISOString()}>
                    {formatDate(incident.at)}
                  </time>
                </p>
                <h3>{read(incident.title)}</h3>
                <p className="smsa-muted">{read(incident.body)}</p>
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
