import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { PASSWORD_FOR_EMAIL, UpdateProfileInput } from "contract/profile";
import { useCurrentUser } from "#web/api/current-user.ts";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { useHasTokens } from "#web/api/own-tokens.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { PasswordInput } from "#web/ui/password-input.tsx";
import { useUnsaved } from "#web/ui/unsaved.ts";
import { AvatarEditor } from "./avatar-editor.tsx";
import { useUpdateProfile } from "./profile.queries.ts";
import { WaitingEmail } from "./waiting-email.tsx";

const texts = messages.profile.general;

export function GeneralSettings() {
  const user = useCurrentUser();
  const update = useUpdateProfile();
  const { firstName, lastName, email } = user;
  const { register, handleSubmit, setError, reset, control, formState } = useForm({
    resolver: zodResolver(UpdateProfileInput),
    values: {
      firstName: firstName ?? "",
      lastName: lastName ?? "",
      email,
      currentPassword: "",
    },
    // The address may become the confirmed one while somebody types.
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting, isDirty, dirtyFields } = formState;
  // The address may be confirmed meanwhile: the form then calls itself clean, whatever has been typed.
  useUnsaved(Object.values(dirtyFields).some(Boolean));
  const isNewEmail = useWatch({ control, name: "email" }).trim().toLowerCase() !== email;
  const submit = handleSubmit(async ({ currentPassword, ...body }) => {
    const asks = body.email !== email;
    if (asks && !currentPassword)
      return setError("currentPassword", { message: PASSWORD_FOR_EMAIL }, { shouldFocus: true });
    try {
      await update.mutateAsync(asks ? { ...body, currentPassword } : body);
      // Until the new address is confirmed, the old one stays.
      reset({ ...body, email, currentPassword: "" }, { keepDirtyValues: false });
    } catch (error) {
      showFieldErrors(error, ["firstName", "lastName", "email", "currentPassword"], setError);
    }
  });
  const hasTokens = useHasTokens();
  return (
    <SectionCard title={texts.title}>
      <AvatarEditor user={user} />
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6 grid max-w-224 grid-cols-2 gap-x-4 gap-y-5 max-md:grid-cols-1"
      >
        <Field label={texts.firstName} error={errors.firstName?.message} required>
          <Input autoComplete="given-name" dir="auto" {...register("firstName")} />
        </Field>
        <Field label={texts.lastName} error={errors.lastName?.message} required>
          <Input autoComplete="family-name" dir="auto" {...register("lastName")} />
        </Field>
        <Field
          label={texts.email}
          error={errors.email?.message}
          hint={hasTokens ? `${texts.emailHint} ${messages.profile.tokensEndToo}` : texts.emailHint}
          required
          className="col-span-full max-w-110"
        >
          <Input type="email" autoComplete="email" {...register("email")} />
        </Field>
        {isNewEmail ? (
          <Field
            label={texts.currentPassword}
            error={errors.currentPassword?.message}
            hint={texts.currentPasswordHint}
            required
            className="col-span-full max-w-110"
          >
            <PasswordInput {...register("currentPassword", { shouldUnregister: true })} />
          </Field>
        ) : null}
        <WaitingEmail className="col-span-full" />
        <Button
          type="submit"
          className="col-span-full justify-self-end"
          disabled={!isDirty}
          pending={isSubmitting}
          pendingText={texts.pending}
        >
          {texts.submit}
        </Button>
      </form>
    </SectionCard>
  );
}
