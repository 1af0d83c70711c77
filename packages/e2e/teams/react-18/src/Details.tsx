export default function Details() {
  return <h2>Details</h2>;
}
