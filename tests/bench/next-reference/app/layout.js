/** Next requires a root layout. */
export default function Layout({ children }) {
  return children;
}
