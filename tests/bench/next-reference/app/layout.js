/** This root layout does nothing; Next requires one. */
export default function Layout({ children }) {
  return children;
}
