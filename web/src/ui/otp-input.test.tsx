import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { OtpInput, digitsOf } from "./otp-input.tsx";

afterEach(cleanup);

function CodeBox() {
  const [code, setCode] = useState("");
  return <OtpInput value={code} onChange={setCode} length={6} label="Code" />;
}

describe("the code input", () => {
  it("keeps only digits of what is pasted", () => {
    expect(digitsOf("Your code: 123 456.")).toBe("123456");
  });

  it("takes digits, and no more than its slots", { tags: ["C-DEV-007", "D-095"] }, () => {
    render(<CodeBox />);
    const box = screen.getByLabelText<HTMLInputElement>("Code");
    fireEvent.change(box, { target: { value: "12a" } });
    expect(box.value).toBe("");
    fireEvent.change(box, { target: { value: "1234567" } });
    expect(box.value).toBe("123456");
  });
});
