/** Next requires a root layout, so this one adds nothing. */
export default function Layout({ children }) {
  return children;
}
