import { useLanguage } from '../language/language';
import type { Service } from './services';

const dayWidth = 6;

/** A service, how it is now, and its last thirty days as bars. */
export function ServiceRow({ service }: { service: Service }) {
  const { text, read } = useLanguage();
  return (
    <li className="smsa-service">
      <b>{read(service.name)}</b>
      <span className={`smsa-health smsa-health-${service.health}`}>{text.portal[service.health]}</span>
      <svg
        className="smsa-days"
        viewBox={`0 0 ${service.days.length * dayWidth} 24`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {service.days.map((health, day) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day has no other name than its place
            key={day}
            className={`smsa-health-${health}`}
            x={day * dayWidth}
            width={dayWidth - 2}
            height="24"
          />
        ))}
      </svg>
      <span className="smsa-muted smsa-small smsa-uptime">{text.portal.uptime(service.uptime)}</span>
    </li>
  );
}
