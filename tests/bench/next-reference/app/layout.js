/** Next asks for one. */
export default function Layout({ children }) {
  return children;
}
