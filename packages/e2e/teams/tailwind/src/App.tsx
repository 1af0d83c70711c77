export default function App() {
  return <h1 className="text-3xl font-bold tracking-[3px] underline">Tailwind</h1>;
}
