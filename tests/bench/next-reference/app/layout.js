/** Next requires a root layout. This layout adds nothing to the page. */
export default function Layout({ children }) {
  return children;
}
