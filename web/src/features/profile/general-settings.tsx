import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { UpdateProfileInput } from "contract/profile";
import { useCurrentUser } from "#web/api/current-user.ts";
import { showFieldErrors } from "#web/api/error-sentence.ts";
import { messages } from "#web/messages/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionCard } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { AvatarEditor } from "./avatar-editor.tsx";
import { useUpdateProfile } from "./profile.queries.ts";

const texts = messages.profile.general;

export function GeneralSettings() {
  const user = useCurrentUser();
  const update = useUpdateProfile();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(UpdateProfileInput),
    defaultValues: {
      firstName: user.firstName ?? "",
      lastName: user.lastName ?? "",
      email: user.email,
    },
  });
  const { errors, isSubmitting, isDirty } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await update.mutateAsync(body);
      reset(body);
    } catch (error) {
      showFieldErrors(error, ["firstName", "lastName", "email"], setError);
    }
  });
  return (
    <SectionCard title={texts.title}>
      <AvatarEditor user={user} />
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5 max-md:grid-cols-1"
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
          hint={texts.emailHint}
          required
          className="col-span-full"
        >
          <Input type="email" autoComplete="email" {...register("email")} />
        </Field>
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
