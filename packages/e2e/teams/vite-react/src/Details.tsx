import './Details.css';

export default function Details() {
  return <h2 className="details">Details</h2>;
}
