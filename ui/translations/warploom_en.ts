<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%1, %n rows.</source>
        <translation>
            <numerusform>%1, %n row.</numerusform>
            <numerusform>%1, %n rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n rows. Only the first %2 rows are listed.</source>
        <translation>
            <numerusform>%1, %n row. Only the first %2 rows are listed.</numerusform>
            <numerusform>%1, %n rows. Only the first %2 rows are listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::AccessView</name>
    <message numerus="yes">
        <source>%1 bytes used</source>
        <translation>
            <numerusform>%1 byte used</numerusform>
            <numerusform>%1 bytes used</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Addresses in %1 across %n banks</source>
        <translation>
            <numerusform>Addresses in %1 across %n bank</numerusform>
            <numerusform>Addresses in %1 across %n banks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wavefronts (%1 without conflicts)</source>
        <translation>
            <numerusform>%n wavefront (%1 without conflicts)</numerusform>
            <numerusform>%n wavefronts (%1 without conflicts)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wavefronts, no conflicts</source>
        <translation>
            <numerusform>%n wavefront, no conflicts</numerusform>
            <numerusform>%n wavefronts, no conflicts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::BesideView</name>
    <message numerus="yes">
        <source>%1 · step %2: %n active lanes</source>
        <translation>
            <numerusform>%1 · step %2: %n active lane</numerusform>
            <numerusform>%1 · step %2: %n active lanes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · step %2: %n lanes access %3</source>
        <translation>
            <numerusform>%1 · step %2: %n lane accesses %3</numerusform>
            <numerusform>%1 · step %2: %n lanes access %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>%1 operation</numerusform>
            <numerusform>%1 operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::CardEditor</name>
    <message numerus="yes">
        <source>Median error over %n published times: %1.</source>
        <translation>
            <numerusform>Error for %n published time: %1.</numerusform>
            <numerusform>Median error over %n published times: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Median error over %n measured times: %1.</source>
        <translation>
            <numerusform>Error for %n measured time: %1.</numerusform>
            <numerusform>Median error over %n measured times: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::CellModel</name>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::CellTable</name>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n rows</source>
        <translation>
            <numerusform>%1 of %n row</numerusform>
            <numerusform>%1 of %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::CgSolver</name>
    <message numerus="yes">
        <source>Converged after %n iterations: true residual ‖b - A x‖ / ‖b‖ = %1, tolerance %2.</source>
        <translation>
            <numerusform>Converged after %n iteration: true residual ‖b - A x‖ / ‖b‖ = %1, tolerance %2.</numerusform>
            <numerusform>Converged after %n iterations: true residual ‖b - A x‖ / ‖b‖ = %1, tolerance %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stopped at the limit of %n iterations with a residual of %1.</source>
        <translation>
            <numerusform>Stopped at the limit of %n iteration with a residual of %1.</numerusform>
            <numerusform>Stopped at the limit of %n iterations with a residual of %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::ChoicesPanel</name>
    <message numerus="yes">
        <source>%n more kernels run only on other machines.</source>
        <translation>
            <numerusform>%n more kernel runs only on other machines.</numerusform>
            <numerusform>%n more kernels run only on other machines.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::ComparisonView</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::CourseDialog</name>
    <message numerus="yes">
        <source>%1: %2. You have finished %3 of %n items.</source>
        <translation>
            <numerusform>%1: %2. You have finished %3 of %n item.</numerusform>
            <numerusform>%1: %2. You have finished %3 of %n items.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::ExercisePanel</name>
    <message numerus="yes">
        <source>&lt;p&gt;Graded on %1 with %2 and %n random inputs.&lt;/p&gt;</source>
        <translation>
            <numerusform>&lt;p&gt;Graded on %1 with %2 and %n random input.&lt;/p&gt;</numerusform>
            <numerusform>&lt;p&gt;Graded on %1 with %2 and %n random inputs.&lt;/p&gt;</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::FootprintCharts</name>
    <message numerus="yes">
        <source>%n formats cannot store this matrix.</source>
        <translation>
            <numerusform>%n format cannot store this matrix.</numerusform>
            <numerusform>%n formats cannot store this matrix.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n formats</source>
        <translation>
            <numerusform>%n format</numerusform>
            <numerusform>%n formats</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::GradeDialog</name>
    <message numerus="yes">
        <source>%n submissions graded.</source>
        <translation>
            <numerusform>%n submission graded.</numerusform>
            <numerusform>%n submissions graded.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::HelpSheet</name>
    <message numerus="yes">
        <source>Lesson: %1 (%n minutes)</source>
        <translation>
            <numerusform>Lesson: %1 (%n minute)</numerusform>
            <numerusform>Lesson: %1 (%n minutes)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::HistogramView</name>
    <message numerus="yes">
        <source>%1 rows with %2 each</source>
        <translation>
            <numerusform>%1 row with %2 each</numerusform>
            <numerusform>%1 rows with %2 each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rows with %2 to %3 nonzeros each</source>
        <translation>
            <numerusform>%1 row with %2 to %3 nonzeros each</numerusform>
            <numerusform>%1 rows with %2 to %3 nonzeros each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::LanesView</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transactions</source>
        <translation>
            <numerusform>%n transaction</numerusform>
            <numerusform>%n transactions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shared-memory wavefronts</source>
        <translation>
            <numerusform>%n shared-memory wavefront</numerusform>
            <numerusform>%n shared-memory wavefronts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::LessonPanel</name>
    <message numerus="yes">
        <source>%1 (%n minutes)</source>
        <translation>
            <numerusform>%1 (%n minute)</numerusform>
            <numerusform>%1 (%n minutes)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;p&gt;Next lesson: &lt;b&gt;%1&lt;/b&gt; (%n minutes).&lt;/p&gt;</source>
        <translation>
            <numerusform>&lt;p&gt;Next lesson: &lt;b&gt;%1&lt;/b&gt; (%n minute).&lt;/p&gt;</numerusform>
            <numerusform>&lt;p&gt;Next lesson: &lt;b&gt;%1&lt;/b&gt; (%n minutes).&lt;/p&gt;</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::ModelPage</name>
    <message numerus="yes">
        <source>%1: %2, line %3 (%n times)</source>
        <translation>
            <numerusform>%1: %2, line %3 (%n time)</numerusform>
            <numerusform>%1: %2, line %3 (%n times)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::NetworkPanel</name>
    <message numerus="yes">
        <source>%n more notes.</source>
        <translation>
            <numerusform>%n more note.</numerusform>
            <numerusform>%n more notes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::NetworkView</name>
    <message numerus="yes">
        <source>the rows of %n junctions</source>
        <translation>
            <numerusform>the row of %n junction</numerusform>
            <numerusform>the rows of %n junctions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::PreconditionerComparison</name>
    <message numerus="yes">
        <source>%1 (%n iterations, %2)</source>
        <translation>
            <numerusform>%1 (%n iteration, %2)</numerusform>
            <numerusform>%1 (%n iterations, %2)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Modeled: the fastest run uses no preconditioner (%n iterations, %1).</source>
        <translation>
            <numerusform>Modeled: the fastest run uses no preconditioner (%n iteration, %1).</numerusform>
            <numerusform>Modeled: the fastest run uses no preconditioner (%n iterations, %1).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The fastest run uses no preconditioner (%n iterations, %1).</source>
        <translation>
            <numerusform>The fastest run uses no preconditioner (%n iteration, %1).</numerusform>
            <numerusform>The fastest run uses no preconditioner (%n iterations, %1).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Modeled: %1 is the fastest (%n iterations, %2).</source>
        <translation>
            <numerusform>Modeled: %1 is the fastest (%n iteration, %2).</numerusform>
            <numerusform>Modeled: %1 is the fastest (%n iterations, %2).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is the fastest (%n iterations, %2).</source>
        <translation>
            <numerusform>%1 is the fastest (%n iteration, %2).</numerusform>
            <numerusform>%1 is the fastest (%n iterations, %2).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Without a preconditioner, CG does not converge in %n iterations.</source>
        <translation>
            <numerusform>Without a preconditioner, CG does not converge in %n iteration.</numerusform>
            <numerusform>Without a preconditioner, CG does not converge in %n iterations.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Without a preconditioner, CG takes %n iterations (%1 times as many) and %2.</source>
        <translation>
            <numerusform>Without a preconditioner, CG takes %n iteration (%1 times as many) and %2.</numerusform>
            <numerusform>Without a preconditioner, CG takes %n iterations (%1 times as many) and %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::Predictions</name>
    <message numerus="yes">
        <source>Could not read %n predictions from &apos;%1&apos;.</source>
        <translation>
            <numerusform>Could not read %n prediction from &apos;%1&apos;.</numerusform>
            <numerusform>Could not read %n predictions from &apos;%1&apos;.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::ReproducePage</name>
    <message numerus="yes">
        <source>%n samples</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::ResultLibrary</name>
    <message numerus="yes">
        <source>%n files were saved to %1.</source>
        <translation>
            <numerusform>%n file was saved to %1.</numerusform>
            <numerusform>%n files were saved to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::RunStore</name>
    <message numerus="yes">
        <source>remove %n runs</source>
        <translation>
            <numerusform>remove %n run</numerusform>
            <numerusform>remove %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::ScheduleView</name>
    <message numerus="yes">
        <source>%n transactions</source>
        <translation>
            <numerusform>%n transaction</numerusform>
            <numerusform>%n transactions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::StatusDisplay</name>
    <message numerus="yes">
        <source>row %1, column %2 · %n nonzeros in the row</source>
        <translation>
            <numerusform>row %1, column %2 · %n nonzero in the row</numerusform>
            <numerusform>row %1, column %2 · %n nonzeros in the row</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::StepChoices</name>
    <message numerus="yes">
        <source>%n unknowns</source>
        <translation>
            <numerusform>%n unknown</numerusform>
            <numerusform>%n unknowns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::StepPage</name>
    <message numerus="yes">
        <source>%n step images were saved to %1.</source>
        <translation>
            <numerusform>%n step image was saved to %1.</numerusform>
            <numerusform>%n step images were saved to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pages were saved to %1.</source>
        <translation>
            <numerusform>%n page was saved to %1.</numerusform>
            <numerusform>%n pages were saved to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::TeachingMenus</name>
    <message numerus="yes">
        <source>%1 of %n predictions were correct. The table was saved to %2.</source>
        <translation>
            <numerusform>%1 of %n prediction was correct. The table was saved to %2.</numerusform>
            <numerusform>%1 of %n predictions were correct. The table was saved to %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::Text</name>
    <message numerus="yes">
        <source>The published values confirm %1 of %n claims.</source>
        <translation>
            <numerusform>The published values confirm %1 of %n claim.</numerusform>
            <numerusform>The published values confirm %1 of %n claims.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The modeled values confirm %1 of %n claims.</source>
        <translation>
            <numerusform>The modeled values confirm %1 of %n claim.</numerusform>
            <numerusform>The modeled values confirm %1 of %n claims.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The measured values confirm %1 of %n claims.</source>
        <translation>
            <numerusform>The measured values confirm %1 of %n claim.</numerusform>
            <numerusform>The measured values confirm %1 of %n claims.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 stores %n nonzeros in %2 value slots. How many slots are padding?</source>
        <translation>
            <numerusform>%1 stores %n nonzero in %2 value slots. How many slots are padding?</numerusform>
            <numerusform>%1 stores %n nonzeros in %2 value slots. How many slots are padding?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Showing the first %1 of %n rows.</source>
        <translation>
            <numerusform>Showing the first %1 of %n row.</numerusform>
            <numerusform>Showing the first %1 of %n rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first %n warps that process these rows are shown.</source>
        <translation>
            <numerusform>Only the first warp that processes these rows is shown.</numerusform>
            <numerusform>Only the first %n warps that process these rows are shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All rows have %1 nonzeros. With one row per lane, all 32 lanes of a warp finish together.</source>
        <translation>
            <numerusform>All rows have %1 nonzero. With one row per lane, all 32 lanes of a warp finish together.</numerusform>
            <numerusform>All rows have %1 nonzeros. With one row per lane, all 32 lanes of a warp finish together.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rows are empty.</source>
        <translation>
            <numerusform>%1 row is empty.</numerusform>
            <numerusform>%1 rows are empty.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n junctions</source>
        <translation>
            <numerusform>%n junction</numerusform>
            <numerusform>%n junctions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pipes</source>
        <translation>
            <numerusform>%n pipe</numerusform>
            <numerusform>%n pipes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pumps</source>
        <translation>
            <numerusform>%n pump</numerusform>
            <numerusform>%n pumps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n valves</source>
        <translation>
            <numerusform>%n valve</numerusform>
            <numerusform>%n valves</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reservoirs</source>
        <translation>
            <numerusform>%n reservoir</numerusform>
            <numerusform>%n reservoirs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tanks</source>
        <translation>
            <numerusform>%n tank</numerusform>
            <numerusform>%n tanks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>shared by %n links</source>
        <translation>
            <numerusform>shared by %n link</numerusform>
            <numerusform>shared by %n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n nodes have no coordinates and are drawn next to their neighbors.</source>
        <translation>
            <numerusform>%n node has no coordinates and is drawn next to its neighbors.</numerusform>
            <numerusform>%n nodes have no coordinates and are drawn next to their neighbors.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 nonzeros in this row</source>
        <translation>
            <numerusform>%1 nonzero in this row</numerusform>
            <numerusform>%1 nonzeros in this row</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Row %1 in the slowest block has %2 nonzeros. The average row has %3.</source>
        <translation>
            <numerusform>Row %1 in the slowest block has %2 nonzero. The average row has %3.</numerusform>
            <numerusform>Row %1 in the slowest block has %2 nonzeros. The average row has %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n launches</source>
        <translation>
            <numerusform>all %n launch</numerusform>
            <numerusform>all %n launches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Memory accesses take %1 transactions; contiguous accesses would take %2.</source>
        <translation>
            <numerusform>Memory accesses take %1 transaction; contiguous accesses would take %2.</numerusform>
            <numerusform>Memory accesses take %1 transactions; contiguous accesses would take %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 warps process these rows.</source>
        <translation>
            <numerusform>%1 of %2 warp processes these rows.</numerusform>
            <numerusform>%1 of %2 warps process these rows.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The blocks that process these rows (%1 of %2) account for %3 of the transactions and %4 of the modeled block time (%5 on %6).</source>
        <translation>
            <numerusform>The block that processes these rows (%1 of %2) accounts for %3 of the transactions and %4 of the modeled block time (%5 on %6).</numerusform>
            <numerusform>The blocks that process these rows (%1 of %2) account for %3 of the transactions and %4 of the modeled block time (%5 on %6).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>1 in %n blocks</source>
        <translation>
            <numerusform>1 in %n block</numerusform>
            <numerusform>1 in %n blocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The card has %n multiprocessors.</source>
        <translation>
            <numerusform>The card has %n multiprocessor.</numerusform>
            <numerusform>The card has %n multiprocessors.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The launch has only %n blocks, which is not enough to occupy all multiprocessors.</source>
        <translation>
            <numerusform>The launch has only %n block, which is not enough to occupy all multiprocessors.</numerusform>
            <numerusform>The launch has only %n blocks, which is not enough to occupy all multiprocessors.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only 1 in %n blocks is shown.</source>
        <translation>
            <numerusform>Only 1 in %n block is shown.</numerusform>
            <numerusform>Only 1 in %n blocks is shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (median of %n cells, range %2 to %3)</source>
        <translation>
            <numerusform>%1 (%n cell, range %2 to %3)</numerusform>
            <numerusform>%1 (median of %n cells, range %2 to %3)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n kernels converged.</source>
        <translation>
            <numerusform>%1 of %n kernel converged.</numerusform>
            <numerusform>%1 of %n kernels converged.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The fastest kernel, %1, takes %2 for %n iterations (modeled).</source>
        <translation>
            <numerusform>The fastest kernel, %1, takes %2 for %n iteration (modeled).</numerusform>
            <numerusform>The fastest kernel, %1, takes %2 for %n iterations (modeled).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The fastest kernel, %1, takes %2 for %n iterations.</source>
        <translation>
            <numerusform>The fastest kernel, %1, takes %2 for %n iteration.</numerusform>
            <numerusform>The fastest kernel, %1, takes %2 for %n iterations.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n methods failed on this matrix (marked ◀ or ✕).</source>
        <translation>
            <numerusform>%n method failed on this matrix (marked ◀ or ✕).</numerusform>
            <numerusform>%n methods failed on this matrix (marked ◀ or ✕).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The preparation of %1 pays off after %2 calls.</source>
        <translation>
            <numerusform>The preparation of %1 pays off after %2 call.</numerusform>
            <numerusform>The preparation of %1 pays off after %2 calls.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is %2 times as fast on %n GPUs as on one GPU (efficiency: %3).</source>
        <translation>
            <numerusform>%1 is %2 times as fast on %n GPU as on one GPU (efficiency: %3).</numerusform>
            <numerusform>%1 is %2 times as fast on %n GPUs as on one GPU (efficiency: %3).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Block (%1, %2) loads slice %3: each thread loads %n elements of the Aᵀ tile and %n elements of the A tile into registers.</source>
        <translation>
            <numerusform>Block (%1, %2) loads slice %3: each thread loads %n element of the Aᵀ tile and %n element of the A tile into registers.</numerusform>
            <numerusform>Block (%1, %2) loads slice %3: each thread loads %n elements of the Aᵀ tile and %n elements of the A tile into registers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Block (%1, %2), row %3 of A: each thread loads %4 + %4 values from shared memory and computes %n products.</source>
        <translation>
            <numerusform>Block (%1, %2), row %3 of A: each thread loads %4 + %4 values from shared memory and computes %n product.</numerusform>
            <numerusform>Block (%1, %2), row %3 of A: each thread loads %4 + %4 values from shared memory and computes %n products.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Block (%1, %2) is finished: each thread writes its %n results, both to this tile and to the mirrored tile.</source>
        <translation>
            <numerusform>Block (%1, %2) is finished: each thread writes its %n result, both to this tile and to the mirrored tile.</numerusform>
            <numerusform>Block (%1, %2) is finished: each thread writes its %n results, both to this tile and to the mirrored tile.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Block (%1, %2) is finished: each thread writes its %n results.</source>
        <translation>
            <numerusform>Block (%1, %2) is finished: each thread writes its %n result.</numerusform>
            <numerusform>Block (%1, %2) is finished: each thread writes its %n results.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Solve %1 equations in the %1 unknowns x1 … x%1 with %n threads. Each equation contains at most three unknowns.</source>
        <translation>
            <numerusform>Solve %1 equations in the %1 unknowns x1 … x%1 with %n thread. Each equation contains at most three unknowns.</numerusform>
            <numerusform>Solve %1 equations in the %1 unknowns x1 … x%1 with %n threads. Each equation contains at most three unknowns.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt;: %2 steps, %n threads&lt;/p&gt;</source>
        <translation>
            <numerusform>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt;: %2 steps, %n thread&lt;/p&gt;</numerusform>
            <numerusform>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt;: %2 steps, %n threads&lt;/p&gt;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Thomas: one thread works down the rows, subtracting a multiple of each row from the next, and then finds the unknowns one by one on the way back up. This takes %n steps, with no parallelism.</source>
        <translation>
            <numerusform>Thomas: one thread works down the rows, subtracting a multiple of each row from the next, and then finds the unknowns one by one on the way back up. This takes %n step, with no parallelism.</numerusform>
            <numerusform>Thomas: one thread works down the rows, subtracting a multiple of each row from the next, and then finds the unknowns one by one on the way back up. This takes %n steps, with no parallelism.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>CR: every second row eliminates its neighbors, then every fourth row, until one or two rows are left. Back substitution then finds the remaining unknowns. This takes %n steps.</source>
        <translation>
            <numerusform>CR: every second row eliminates its neighbors, then every fourth row, until one or two rows are left. Back substitution then finds the remaining unknowns. This takes %n step.</numerusform>
            <numerusform>CR: every second row eliminates its neighbors, then every fourth row, until one or two rows are left. Back substitution then finds the remaining unknowns. This takes %n steps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>PCR: in each step, every row eliminates its neighbors, splitting the system into two, then four, then eight independent systems, and so on. This takes %n steps, and no thread is ever idle.</source>
        <translation>
            <numerusform>PCR: in each step, every row eliminates its neighbors, splitting the system into two, then four, then eight independent systems, and so on. This takes %n step, and no thread is ever idle.</numerusform>
            <numerusform>PCR: in each step, every row eliminates its neighbors, splitting the system into two, then four, then eight independent systems, and so on. This takes %n steps, and no thread is ever idle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With one lane per row, many lanes would be idle: row lengths range from %1 to %n entries.</source>
        <translation>
            <numerusform>With one lane per row, many lanes would be idle: row lengths range from %1 to %n entry.</numerusform>
            <numerusform>With one lane per row, many lanes would be idle: row lengths range from %1 to %n entries.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Warp %1, entries %2 to %3: each lane compares its row with that of the previous lane, and the lanes vote. %n lanes hold the first entry of a row.</source>
        <translation>
            <numerusform>Warp %1, entries %2 to %3: each lane compares its row with that of the previous lane, and the lanes vote. %n lane holds the first entry of a row.</numerusform>
            <numerusform>Warp %1, entries %2 to %3: each lane compares its row with that of the previous lane, and the lanes vote. %n lanes hold the first entry of a row.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stride %1: each lane adds the sum of the lane %1 positions before it, unless that lane belongs to a different row. %n lanes add a sum; %2 do not.</source>
        <translation>
            <numerusform>Stride %1: each lane adds the sum of the lane %1 positions before it, unless that lane belongs to a different row. %n lane adds a sum; %2 do not.</numerusform>
            <numerusform>Stride %1: each lane adds the sum of the lane %1 positions before it, unless that lane belongs to a different row. %n lanes add a sum; %2 do not.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The unfinished row of the previous group continues. Its partial sum is added to the %n lanes of the first segment.</source>
        <translation>
            <numerusform>The unfinished row of the previous group continues. Its partial sum is added to the %n lane of the first segment.</numerusform>
            <numerusform>The unfinished row of the previous group continues. Its partial sum is added to the %n lanes of the first segment.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The last %n entries do not fill a warp. One thread adds them sequentially, which is fast enough for fewer than 32 entries.</source>
        <translation>
            <numerusform>The last %n entry does not fill a warp. One thread adds it sequentially, which is fast enough for fewer than 32 entries.</numerusform>
            <numerusform>The last %n entries do not fill a warp. One thread adds them sequentially, which is fast enough for fewer than 32 entries.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n interleaved systems remain, and no thread is idle.</source>
        <translation>
            <numerusform>%n interleaved system remains, and no thread is idle.</numerusform>
            <numerusform>%n interleaved systems remain, and no thread is idle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n threads are active.</source>
        <translation>
            <numerusform>The %n thread is active.</numerusform>
            <numerusform>All %n threads are active.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n threads are active.</source>
        <translation>
            <numerusform>%1 of %n thread is active.</numerusform>
            <numerusform>%1 of %n threads are active.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %1 is left, with a single unknown. One thread solves it with one division; %n threads are idle.</source>
        <translation>
            <numerusform>Only %1 is left, with a single unknown. One thread solves it with one division; %n thread is idle.</numerusform>
            <numerusform>Only %1 is left, with a single unknown. One thread solves it with one division; %n threads are idle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Two equations in two unknowns are left: %1. One thread solves them; %n threads are idle.</source>
        <translation>
            <numerusform>Two equations in two unknowns are left: %1. One thread solves them; %n thread is idle.</numerusform>
            <numerusform>Two equations in two unknowns are left: %1. One thread solves them; %n threads are idle.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Back substitution: %1 are computed from their known neighbors.</source>
        <translation>
            <numerusform>Back substitution: %1 is computed from its known neighbors.</numerusform>
            <numerusform>Back substitution: %1 are computed from their known neighbors.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 eliminate their neighbors at distance %3 (%4 of %n threads active).</source>
        <translation>
            <numerusform>%1: %2 eliminate their neighbors at distance %3 (%4 of %n thread active).</numerusform>
            <numerusform>%1: %2 eliminate their neighbors at distance %3 (%4 of %n threads active).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: each row eliminates its neighbors at distance %2 and finds its unknown (%3 of %n threads active).</source>
        <translation>
            <numerusform>%1: each row eliminates its neighbors at distance %2 and finds its unknown (%3 of %n thread active).</numerusform>
            <numerusform>%1: each row eliminates its neighbors at distance %2 and finds its unknown (%3 of %n threads active).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: each row eliminates its neighbors at distance %2, leaving %3 independent systems (%4 of %n threads active).</source>
        <translation>
            <numerusform>%1: each row eliminates its neighbors at distance %2, leaving %3 independent systems (%4 of %n thread active).</numerusform>
            <numerusform>%1: each row eliminates its neighbors at distance %2, leaving %3 independent systems (%4 of %n threads active).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: one thread solves the remaining equations for %2 (%3 of %n threads active).</source>
        <translation>
            <numerusform>%1: one thread solves the remaining equations for %2 (%3 of %n thread active).</numerusform>
            <numerusform>%1: one thread solves the remaining equations for %2 (%3 of %n threads active).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: back substitution computes %2 from known neighbors (%3 of %n threads active).</source>
        <translation>
            <numerusform>%1: back substitution computes %2 from known neighbors (%3 of %n thread active).</numerusform>
            <numerusform>%1: back substitution computes %2 from known neighbors (%3 of %n threads active).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 process the same %3 nonzeros. Which one will fetch fewer bytes?</source>
        <translation>
            <numerusform>%1 and %2 process the same %3 nonzero. Which one will fetch fewer bytes?</numerusform>
            <numerusform>%1 and %2 process the same %3 nonzeros. Which one will fetch fewer bytes?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %2 process the same %3 nonzeros. Which one will need fewer transactions?</source>
        <translation>
            <numerusform>%1 and %2 process the same %3 nonzero. Which one will need fewer transactions?</numerusform>
            <numerusform>%1 and %2 process the same %3 nonzeros. Which one will need fewer transactions?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n lanes were active the last time this line ran. How many are active now?</source>
        <translation>
            <numerusform>%1: %n lane was active the last time this line ran. How many are active now?</numerusform>
            <numerusform>%1: %n lanes were active the last time this line ran. How many are active now?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n lanes load %2 (%3 bytes each). How many memory transactions does this take?</source>
        <translation>
            <numerusform>%1: %n lane loads %2 (%3 bytes). How many memory transactions does this take?</numerusform>
            <numerusform>%1: %n lanes load %2 (%3 bytes each). How many memory transactions does this take?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n lanes store %2 (%3 bytes each). How many memory transactions does this take?</source>
        <translation>
            <numerusform>%1: %n lane stores %2 (%3 bytes). How many memory transactions does this take?</numerusform>
            <numerusform>%1: %n lanes store %2 (%3 bytes each). How many memory transactions does this take?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transactions of %1 bytes</source>
        <translation>
            <numerusform>%n transaction of %1 bytes</numerusform>
            <numerusform>%n transactions of %1 bytes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line %2: %3 load %4 from shared memory.</source>
        <translation>
            <numerusform>%1, line %2: %3 loads %4 from shared memory.</numerusform>
            <numerusform>%1, line %2: %3 load %4 from shared memory.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line %2: %3 load %4.</source>
        <translation>
            <numerusform>%1, line %2: %3 loads %4.</numerusform>
            <numerusform>%1, line %2: %3 load %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line %2: %3 store %4 in shared memory.</source>
        <translation>
            <numerusform>%1, line %2: %3 stores %4 in shared memory.</numerusform>
            <numerusform>%1, line %2: %3 store %4 in shared memory.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line %2: %3 store %4.</source>
        <translation>
            <numerusform>%1, line %2: %3 stores %4.</numerusform>
            <numerusform>%1, line %2: %3 store %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line %2: %3 atomically add to %4.</source>
        <translation>
            <numerusform>%1, line %2: %3 atomically adds to %4.</numerusform>
            <numerusform>%1, line %2: %3 atomically add to %4.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line %2: %3 read values from other lanes (shuffle).</source>
        <translation>
            <numerusform>%1, line %2: %3 reads a value from another lane (shuffle).</numerusform>
            <numerusform>%1, line %2: %3 read values from other lanes (shuffle).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line %2: %3 reach __syncwarp().</source>
        <translation>
            <numerusform>%1, line %2: %3 reaches __syncwarp().</numerusform>
            <numerusform>%1, line %2: %3 reach __syncwarp().</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line %2: %3 reach a block-wide barrier (__syncthreads).</source>
        <translation>
            <numerusform>%1, line %2: %3 reaches a block-wide barrier (__syncthreads).</numerusform>
            <numerusform>%1, line %2: %3 reach a block-wide barrier (__syncthreads).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Contiguous addresses would need only %n transactions.</source>
        <translation>
            <numerusform>Contiguous addresses would need only %n transaction.</numerusform>
            <numerusform>Contiguous addresses would need only %n transactions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lanes add to the same address, so the atomics are serialized.</source>
        <translation>
            <numerusform>%n lane adds to this address.</numerusform>
            <numerusform>%n lanes add to the same address, so the atomics are serialized.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lanes</source>
        <translation>
            <numerusform>%n lane</numerusform>
            <numerusform>%n lanes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lanes wait.</source>
        <translation>
            <numerusform>%n lane waits.</numerusform>
            <numerusform>%n lanes wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lanes have finished.</source>
        <translation>
            <numerusform>%n lane has finished.</numerusform>
            <numerusform>%n lanes have finished.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps with %1 of 32 lanes active on average.</source>
        <translation>
            <numerusform>%n step with %1 of 32 lanes active on average.</numerusform>
            <numerusform>%n steps with %1 of 32 lanes active on average.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n floating-point operations.</source>
        <translation>
            <numerusform>%n floating-point operation.</numerusform>
            <numerusform>%n floating-point operations.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first %1 of %n steps are shown.</source>
        <translation>
            <numerusform>Only the first %1 of %n step is shown.</numerusform>
            <numerusform>Only the first %1 of %n steps are shown.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 nonzeros</source>
        <translation>
            <numerusform>%1 nonzero</numerusform>
            <numerusform>%1 nonzeros</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 row</numerusform>
            <numerusform>%1 rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 columns</source>
        <translation>
            <numerusform>%1 column</numerusform>
            <numerusform>%1 columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 links</source>
        <translation>
            <numerusform>%1 link</numerusform>
            <numerusform>%1 links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the %n longest rows</source>
        <translation>
            <numerusform>the longest row</numerusform>
            <numerusform>the %n longest rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the %n shortest rows</source>
        <translation>
            <numerusform>the shortest row</numerusform>
            <numerusform>the %n shortest rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows with %1 to %2 nonzeros</source>
        <translation>
            <numerusform>%n row with %1 to %2 nonzeros</numerusform>
            <numerusform>%n rows with %1 to %2 nonzeros</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>residuals every %n iterations (in the longest segment)</source>
        <translation>
            <numerusform>residuals every iteration (in the longest segment)</numerusform>
            <numerusform>residuals every %n iterations (in the longest segment)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, line %2: %3 participate in a vote (ballot).</source>
        <translation>
            <numerusform>%1, line %2: %3 participates in a vote (ballot).</numerusform>
            <numerusform>%1, line %2: %3 participate in a vote (ballot).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n entries are Cholesky fill-in.</source>
        <translation>
            <numerusform>%n entry is Cholesky fill-in.</numerusform>
            <numerusform>%n entries are Cholesky fill-in.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rows %1 · columns %2 · %3 nonzeros, density %4%</source>
        <translation>
            <numerusform>rows %1 · columns %2 · %3 nonzero, density %4%</numerusform>
            <numerusform>rows %1 · columns %2 · %3 nonzeros, density %4%</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rows %1 · columns %2 · about %3 nonzeros, density %4%</source>
        <translation>
            <numerusform>rows %1 · columns %2 · about %3 nonzero, density %4%</numerusform>
            <numerusform>rows %1 · columns %2 · about %3 nonzeros, density %4%</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n transactions fetch %1 bytes, of which %2% are used.</source>
        <translation>
            <numerusform>%n transaction fetches %1 bytes, of which %2% are used.</numerusform>
            <numerusform>%n transactions fetch %1 bytes, of which %2% are used.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n lanes access %2 in shared memory. How many shared-memory wavefronts are needed?</source>
        <translation>
            <numerusform>%1: %n lane accesses %2 in shared memory. How many shared-memory wavefronts are needed?</numerusform>
            <numerusform>%1: %n lanes access %2 in shared memory. How many shared-memory wavefronts are needed?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n comparisons confirmed</source>
        <translation>
            <numerusform>%1 of %n comparison confirmed</numerusform>
            <numerusform>%1 of %n comparisons confirmed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n comparisons confirmed (%2 undecided)</source>
        <translation>
            <numerusform>%1 of %n comparison confirmed (%2 undecided)</numerusform>
            <numerusform>%1 of %n comparisons confirmed (%2 undecided)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The lanes store to addresses that are %1 elements apart, which takes %n wavefronts instead of %2.</source>
        <translation>
            <numerusform>The lanes store to addresses that are %1 elements apart, which takes %n wavefront instead of %2.</numerusform>
            <numerusform>The lanes store to addresses that are %1 elements apart, which takes %n wavefronts instead of %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Storing the slice of A row by row takes %n wavefronts (%1 without conflicts).</source>
        <translation>
            <numerusform>Storing the slice of A row by row takes %n wavefront (%1 without conflicts).</numerusform>
            <numerusform>Storing the slice of A row by row takes %n wavefronts (%1 without conflicts).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Threads: %1 of %2 active · Wavefronts: %n (%3 without conflicts)</source>
        <translation>
            <numerusform>Threads: %1 of %2 active · Wavefronts: %n (%3 without conflicts)</numerusform>
            <numerusform>Threads: %1 of %2 active · Wavefronts: %n (%3 without conflicts)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With 1024 rows, this step takes %n shared-memory wavefronts (%1 without conflicts). Up to %2 words are read from the same bank.</source>
        <translation>
            <numerusform>With 1024 rows, this step takes %n shared-memory wavefront (%1 without conflicts). Up to %2 words are read from the same bank.</numerusform>
            <numerusform>With 1024 rows, this step takes %n shared-memory wavefronts (%1 without conflicts). Up to %2 words are read from the same bank.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No bank conflicts: %n wavefronts, the minimum for this data size.</source>
        <translation>
            <numerusform>No bank conflicts: %n wavefront.</numerusform>
            <numerusform>No bank conflicts: %n wavefronts, the minimum for this data size.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bank conflict: up to %1 words are in the same bank, which takes %n wavefronts instead of %2.</source>
        <translation>
            <numerusform>Bank conflict: up to %1 words are in the same bank, which takes %n wavefront instead of %2.</numerusform>
            <numerusform>Bank conflict: up to %1 words are in the same bank, which takes %n wavefronts instead of %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Bank conflicts cause %n additional shared-memory wavefronts.</source>
        <translation>
            <numerusform>Bank conflicts cause %n additional shared-memory wavefront.</numerusform>
            <numerusform>Bank conflicts cause %n additional shared-memory wavefronts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n CPU threads</source>
        <translation>
            <numerusform>%n CPU thread</numerusform>
            <numerusform>%n CPU threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::VerdictView</name>
    <message numerus="yes">
        <source>... and %n more printf calls (not shown)</source>
        <translation>
            <numerusform>... and %n more printf call (not shown)</numerusform>
            <numerusform>... and %n more printf calls (not shown)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::WarpPage</name>
    <message numerus="yes">
        <source>Only the first %n warps that process these rows are shown.</source>
        <translation>
            <numerusform>Only the first warp that processes these rows is shown.</numerusform>
            <numerusform>Only the first %n warps that process these rows are shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::WhyView</name>
    <message numerus="yes">
        <source>The value remained NaN in %n later iterations.</source>
        <translation>
            <numerusform>The value remained NaN in %n later iteration.</numerusform>
            <numerusform>The value remained NaN in %n later iterations.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>warploom::ui::WindowExports</name>
    <message numerus="yes">
        <source>%n files were saved to %1.</source>
        <translation>
            <numerusform>%n file was saved to %1.</numerusform>
            <numerusform>%n files were saved to %1.</numerusform>
        </translation>
    </message>
</context>
</TS>
