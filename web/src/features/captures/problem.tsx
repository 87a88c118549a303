/** A sentence over the picture, readable on whatever lies below it. */
export function Problem({ children }: { readonly children: string | null }) {
  return (
    <div role="alert" className="captures-problem">
      {children === null ? null : <p>{children}</p>}
    </div>
  );
}
